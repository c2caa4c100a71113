import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  AcceptHandoffInput,
  CancelHandoffInput,
  CompileHandoffInput,
  CompleteHandoffInput,
  RejectHandoffInput,
  RequestHandoffInput,
  WorkItemRef,
} from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';
import { Refused } from '../../refused.ts';
import { found } from '../work/work.ts';

graphql(`
  fragment HandoffFields on Handoff {
    id
    state
    targetRuntime
    purpose
    objective
    packageVersion
    packageHash
    rejectReason
    rejectNote
    requestedAt
    compiledAt
    acceptedAt
    completedAt
    availableCommands
    workItem {
      id
      key
    }
    sourceSession {
      id
      runtime
    }
    toSession {
      id
      runtime
    }
  }
`);

const HandoffQuery = graphql(`
  query Handoff($id: ID!) {
    handoff(id: $id) {
      ...HandoffFields
    }
  }
`);

const HandoffsQuery = graphql(`
  query Handoffs($ref: WorkItemRef!, $first: Int!, $after: String) {
    workItem(ref: $ref) {
      handoffs(first: $first, after: $after) {
        totalCount
        edges {
          node {
            ...HandoffFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const RequestHandoffMutation = graphql(`
  mutation RequestHandoff($input: RequestHandoffInput!) {
    result: requestHandoff(input: $input) {
      __typename
      ... on RequestHandoffPayload {
        handoff {
          ...HandoffFields
        }
      }
      ...Refusal
    }
  }
`);

const CompileHandoffMutation = graphql(`
  mutation CompileHandoff($input: CompileHandoffInput!) {
    result: compileHandoff(input: $input) {
      __typename
      ... on CompileHandoffPayload {
        result
        package {
          version
          hash
        }
        handoff {
          ...HandoffFields
        }
      }
      ...Refusal
    }
  }
`);

const AcceptHandoffMutation = graphql(`
  mutation AcceptHandoff($input: AcceptHandoffInput!) {
    result: acceptHandoff(input: $input) {
      __typename
      ... on AcceptHandoffPayload {
        handoff {
          ...HandoffFields
        }
      }
      ...Refusal
    }
  }
`);

const RejectHandoffMutation = graphql(`
  mutation RejectHandoff($input: RejectHandoffInput!) {
    result: rejectHandoff(input: $input) {
      __typename
      ... on RejectHandoffPayload {
        handoff {
          ...HandoffFields
        }
      }
      ...Refusal
    }
  }
`);

const CompleteHandoffMutation = graphql(`
  mutation CompleteHandoff($input: CompleteHandoffInput!) {
    result: completeHandoff(input: $input) {
      __typename
      ... on CompleteHandoffPayload {
        handoff {
          ...HandoffFields
        }
      }
      ...Refusal
    }
  }
`);

const CancelHandoffMutation = graphql(`
  mutation CancelHandoff($input: CancelHandoffInput!) {
    result: cancelHandoff(input: $input) {
      __typename
      ... on CancelHandoffPayload {
        handoff {
          ...HandoffFields
        }
      }
      ...Refusal
    }
  }
`);

/** One handoff, without its package; throws Refused NOT_FOUND. */
export async function fetchHandoff(connection: Connection, id: string) {
  return foundHandoff((await connection.ask(HandoffQuery, { id })).handoff, id);
}

/** The handoffs of a work item, newest first, without their packages; throws Refused NOT_FOUND. */
export const listHandoffs = (connection: Connection, ref: WorkItemRef, limit: number) =>
  takePages(
    limit,
    async (page) => found((await connection.ask(HandoffsQuery, { ref, ...page })).workItem, ref).handoffs,
  );

/** Asks that a work item be taken on. Nothing is compiled yet. */
export const requestHandoff = (connection: Connection, input: Keyless<RequestHandoffInput>) =>
  connection.command(RequestHandoffMutation, input);

/** Gathers the state of the work into a package; `result` says whether it is a new one. */
export const compileHandoff = (connection: Connection, input: Keyless<CompileHandoffInput>) =>
  connection.command(CompileHandoffMutation, input);

/** Lets a session take a handoff on. `packageHash` is the package that was reviewed; another on offer is refused. */
export const acceptHandoff = (connection: Connection, input: Keyless<AcceptHandoffInput>) =>
  connection.command(AcceptHandoffMutation, input);

/** Turns the package on offer down; with `packageHash`, only if it is that one. */
export const rejectHandoff = (connection: Connection, input: Keyless<RejectHandoffInput>) =>
  connection.command(RejectHandoffMutation, input);

export const completeHandoff = (connection: Connection, input: Keyless<CompleteHandoffInput>) =>
  connection.command(CompleteHandoffMutation, input);

/** Calls off a handoff that nobody took on. There is no way back. */
export const cancelHandoff = (connection: Connection, input: Keyless<CancelHandoffInput>) =>
  connection.command(CancelHandoffMutation, input);

/** The handoff of an answer, or the refusal for an id that names none. */
export function foundHandoff<T>(handoff: T | null | undefined, id: string): T {
  if (handoff !== null && handoff !== undefined) return handoff;
  throw new Refused('NOT_FOUND', `There is no handoff ${JSON.stringify(id)} within reach of this credential.`, {
    ref: id,
  });
}
