import type { Connection } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import type { SetMachineSyncModeInput } from '../graphql/graphql.ts';
import { takePages } from '../pages.ts';

graphql(`
  fragment MachineFields on Machine {
    id
    name
    syncMode
    createdAt
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

/** The organisation's machines, by name. */
export const listMachines = (connection: Connection, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(MachinesQuery, page)).machines);

/** Says what a machine lets out of sessions registered from now on. */
export const setMachineSyncMode = (connection: Connection, input: SetMachineSyncModeInput) =>
  connection.update(SetMachineSyncModeMutation, input);
