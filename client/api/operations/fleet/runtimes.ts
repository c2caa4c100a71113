import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';

graphql(`
  fragment RuntimeFields on Runtime {
    name
    isEnabled
    isOffered
    reason
    machines {
      isOnline
      isInstalled
      signIn
      isUsable
      problem
      machine {
        id
        name
      }
    }
  }
`);

const RuntimesQuery = graphql(`
  query Runtimes {
    runtimes {
      ...RuntimeFields
    }
  }
`);

const SetRuntimeEnabledMutation = graphql(`
  mutation SetRuntimeEnabled($input: SetRuntimeEnabledInput!) {
    result: setRuntimeEnabled(input: $input) {
      __typename
      ... on SetRuntimeEnabledPayload {
        runtime {
          ...RuntimeFields
        }
      }
      ...Refusal
    }
  }
`);

/** Every runtime that is enabled, was decided on or is served somewhere, and why one is not offered. */
export const listRuntimes = async (connection: Connection) => (await connection.ask(RuntimesQuery, {})).runtimes;

/** Lets the organisation use a runtime, or no more. */
export const setRuntimeEnabled = (connection: Connection, runtime: string, isEnabled: boolean) =>
  connection.update(SetRuntimeEnabledMutation, { runtime, isEnabled });
