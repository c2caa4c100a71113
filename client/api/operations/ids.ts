import type { Connection } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import type { IdKind, WorkItemRef } from '../graphql/graphql.ts';

const IdsMatchingQuery = graphql(`
  query IdsMatching($kind: IdKind!, $fragment: String!) {
    idsMatching(kind: $kind, fragment: $fragment) {
      id
      label
    }
  }
`);

/** What has an id that begins or ends with a fragment (4 to 32 hex digits, no dashes), newest first; at most ten. */
export const findIds = async (connection: Connection, kind: IdKind, fragment: string) =>
  (await connection.ask(IdsMatchingQuery, { kind, fragment })).idsMatching;

const WorkItemIdQuery = graphql(`
  query WorkItemId($ref: WorkItemRef!) {
    workItem(ref: $ref) {
      id
    }
  }
`);

/** The id of the work item that a key or an id names; null when there is none within reach. */
export const fetchWorkItemId = async (connection: Connection, ref: WorkItemRef): Promise<string | null> =>
  (await connection.ask(WorkItemIdQuery, { ref })).workItem?.id ?? null;
