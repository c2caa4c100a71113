import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import { nodesOf } from '../../pages.ts';

const WorkItemDocumentsQuery = graphql(`
  query WorkItemDocuments($ref: WorkItemRef!) {
    workItem(ref: $ref) {
      documents(first: 100) {
        totalCount
        edges {
          node {
            id
            name
            kind
            goal
            sizeBytes
            sourceMachine
            createdAt
          }
        }
      }
    }
  }
`);

const DocumentTextQuery = graphql(`
  query DocumentText($id: ID!) {
    node(id: $id) {
      __typename
      ... on HandoffDocument {
        id
        name
        ref
        text
        sha256
        sizeBytes
        createdAt
        storedBy {
          kind
          id
          name
        }
      }
    }
  }
`);

/** The newest hundred handoff documents about a work item, without their text; nothing where there is no such item. */
export async function listWorkItemDocuments(connection: Connection, workItemId: string) {
  const { workItem } = await connection.ask(WorkItemDocumentsQuery, { ref: { id: workItemId } });
  return workItem == null ? [] : nodesOf(workItem.documents);
}

/** One document with its text; null when there is none within reach. */
export async function fetchDocumentText(connection: Connection, id: string) {
  const { node } = await connection.ask(DocumentTextQuery, { id });
  return node?.__typename === 'HandoffDocument' ? node : null;
}
