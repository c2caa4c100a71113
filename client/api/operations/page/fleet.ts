import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { SetRuntimeEnabledInput, StartSessionInput } from '../../graphql/graphql.ts';
import { nodesOf } from '../../pages.ts';

graphql(`
  fragment PageRuntimeFields on Runtime {
    name
    isEnabled
    isOffered
    reason
  }
`);

const FleetQuery = graphql(`
  query Fleet {
    runtimes {
      ...PageRuntimeFields
    }
    machines(first: 100) {
      totalCount
      edges {
        node {
          ...MachineFields
          isOnline
          lastSeenAt
          daemonVersion
          runtimes {
            runtime
            version
            isInstalled
            isUsable
            signIn
            problem
          }
        }
      }
    }
  }
`);

const RuntimesQuery = graphql(`
  query PageRuntimes {
    runtimes {
      ...PageRuntimeFields
    }
  }
`);

const SetRuntimeEnabledMutation = graphql(`
  mutation PageSetRuntimeEnabled($input: SetRuntimeEnabledInput!) {
    result: setRuntimeEnabled(input: $input) {
      __typename
      ... on SetRuntimeEnabledPayload {
        runtime {
          ...PageRuntimeFields
        }
      }
      ...Refusal
    }
  }
`);

const StartSessionMutation = graphql(`
  mutation PageStartSession($input: StartSessionInput!) {
    result: startSession(input: $input) {
      __typename
      ... on StartSessionPayload {
        agentSession {
          ...SessionName
        }
      }
      ...Refusal
    }
  }
`);

/** Every machine with what its daemon said of runtimes, and every runtime with whether it is offered, and why not. */
export async function fetchFleet(connection: Connection) {
  const { runtimes, machines } = await connection.ask(FleetQuery, {});
  return { runtimes, machines: nodesOf(machines) };
}

/** Every runtime, offered or not, by name. */
export const listRuntimes = async (connection: Connection) => (await connection.ask(RuntimesQuery, {})).runtimes;

/** Lets the organisation use a runtime, or not. */
export const setRuntimeEnabled = (connection: Connection, input: SetRuntimeEnabledInput) =>
  connection.update(SetRuntimeEnabledMutation, input);

/** Asks a machine to start a session, briefed from a handoff's package where one is named. */
export const startSession = (connection: Connection, input: Keyless<StartSessionInput>) =>
  connection.command(StartSessionMutation, input);

export type Fleet = Awaited<ReturnType<typeof fetchFleet>>;
