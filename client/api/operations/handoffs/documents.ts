import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  HandoffDocumentRef,
  HandoffDocumentsFilter,
  LinkHandoffDocumentInput,
  OpenWorkItemFromDocumentInput,
  StoreHandoffDocumentInput,
} from '../../graphql/graphql.ts';
import { nodesOf, PAGE_SIZE, takePages } from '../../pages.ts';
import { Refused } from '../../refused.ts';

graphql(`
  fragment HandoffDocumentFields on HandoffDocument {
    id
    ref
    handoffId
    name
    goal
    sha256
    sizeBytes
    createdAt
    storedAt
    sourceMachine
    workItem {
      id
      key
    }
    openedWorkItem {
      id
      key
    }
  }
`);

const HandoffDocumentsQuery = graphql(`
  query HandoffDocuments($filter: HandoffDocumentsFilter, $first: Int!, $after: String) {
    handoffDocuments(filter: $filter, first: $first, after: $after) {
      totalCount
      edges {
        node {
          ...HandoffDocumentFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const StoredHashesQuery = graphql(`
  query StoredHashes($handoffIds: [String!]!, $first: Int!) {
    handoffDocuments(filter: { handoffIds: $handoffIds }, first: $first) {
      edges {
        node {
          handoffId
          sha256
        }
      }
    }
  }
`);

const HandoffDocumentQuery = graphql(`
  query HandoffDocument($ref: HandoffDocumentRef!) {
    handoffDocument(ref: $ref) {
      ...HandoffDocumentFields
      originProjectId
      kind
      sourcePath
      text
    }
  }
`);

const StoreHandoffDocumentMutation = graphql(`
  mutation StoreHandoffDocument($input: StoreHandoffDocumentInput!) {
    result: storeHandoffDocument(input: $input) {
      __typename
      ... on StoreHandoffDocumentPayload {
        isNew
        document {
          id
        }
      }
      ...Refusal
    }
  }
`);

const LinkHandoffDocumentMutation = graphql(`
  mutation LinkHandoffDocument($input: LinkHandoffDocumentInput!) {
    result: linkHandoffDocument(input: $input) {
      __typename
      ... on LinkHandoffDocumentPayload {
        document {
          ...HandoffDocumentFields
        }
      }
      ...Refusal
    }
  }
`);

const OpenWorkItemFromDocumentMutation = graphql(`
  mutation OpenWorkItemFromDocument($input: OpenWorkItemFromDocumentInput!) {
    result: openWorkItemFromDocument(input: $input) {
      __typename
      ... on OpenWorkItemFromDocumentPayload {
        document {
          id
          ref
        }
        workItem {
          ...WorkItemFields
          inherited {
            part
            text
          }
        }
      }
      ...Refusal
    }
  }
`);

/** Documents that are stored at the server, newest first, without their texts. */
export const listDocuments = (connection: Connection, filter: HandoffDocumentsFilter, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(HandoffDocumentsQuery, { ...page, filter })).handoffDocuments);

/** Of at most 100 documents, by their UUIDs, those that the server has: their SHA-256. */
export async function fetchStoredHashes(
  connection: Connection,
  handoffIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const variables = { handoffIds: [...handoffIds], first: PAGE_SIZE };
  const { handoffDocuments } = await connection.ask(StoredHashesQuery, variables);
  return new Map(nodesOf(handoffDocuments).map(({ handoffId, sha256 }) => [handoffId, sha256]));
}

/** One document with its text; throws Refused NOT_FOUND. */
export async function fetchDocument(connection: Connection, ref: HandoffDocumentRef) {
  const { handoffDocument } = await connection.ask(HandoffDocumentQuery, { ref });
  if (handoffDocument !== null && handoffDocument !== undefined) return handoffDocument;
  const name = ref.ref ?? ref.id ?? '';
  throw new Refused('NOT_FOUND', `There is no document ${JSON.stringify(name)} at the server within reach.`, {
    ref: name,
  });
}

/** Stores a document. It needs no key: the same one again changes nothing. */
export const storeDocument = (connection: Connection, input: StoreHandoffDocumentInput) =>
  connection.update(StoreHandoffDocumentMutation, input);

/** Says which work item a document is about. */
export const linkDocument = (connection: Connection, input: LinkHandoffDocumentInput) =>
  connection.update(LinkHandoffDocumentMutation, input);

export const openWorkItemFromDocument = (connection: Connection, input: Keyless<OpenWorkItemFromDocumentInput>) =>
  connection.command(OpenWorkItemFromDocumentMutation, input);
