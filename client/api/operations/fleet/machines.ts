import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { RenameMachineInput, SetMachineSyncModeInput } from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';
import { Refused } from '../../refused.ts';

graphql(`
  fragment MachineFields on Machine {
    id
    name
    syncMode
    createdAt
    isOnline
    lastSeenAt
  }
`);

const MachinesQuery = graphql(`
  query Machines($first: Int!, $after: String) {
    machines(first: $first, after: $after) {
      totalCount
      edges {
        node {
          ...MachineFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const SetMachineSyncModeMutation = graphql(`
  mutation SetMachineSyncMode($input: SetMachineSyncModeInput!) {
    result: setMachineSyncMode(input: $input) {
      __typename
      ... on SetMachineSyncModePayload {
        machine {
          ...MachineFields
        }
      }
      ...Refusal
    }
  }
`);

const MachineQuery = graphql(`
  query Machine($id: ID!) {
    node(id: $id) {
      __typename
      ... on Machine {
        ...MachineFields
        daemonVersion
        runtimes {
          runtime
          isInstalled
          path
          version
          signIn
          isUsable
          problem
          reportedAt
        }
      }
    }
  }
`);

const RenameMachineMutation = graphql(`
  mutation RenameMachine($input: RenameMachineInput!) {
    result: renameMachine(input: $input) {
      __typename
      ... on RenameMachinePayload {
        machine {
          ...MachineFields
        }
      }
      ...Refusal
    }
  }
`);

/** One machine, with what its daemon said of runtimes; throws Refused NOT_FOUND. */
export async function fetchMachine(connection: Connection, id: string) {
  const { node } = await connection.ask(MachineQuery, { id });
  if (node?.__typename === 'Machine') return node;
  throw new Refused('NOT_FOUND', `There is no machine ${JSON.stringify(id)} within reach of this credential.`, {
    ref: id,
  });
}

/** Gives a machine another name. */
export const renameMachine = (connection: Connection, input: RenameMachineInput) =>
  connection.update(RenameMachineMutation, input);

/** The organisation's machines, by name. */
export const listMachines = (connection: Connection, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(MachinesQuery, page)).machines);

/** Says what a machine lets out of sessions registered from now on. */
export const setMachineSyncMode = (connection: Connection, input: SetMachineSyncModeInput) =>
  connection.update(SetMachineSyncModeMutation, input);
