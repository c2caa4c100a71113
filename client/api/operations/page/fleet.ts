import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import { nodesOf } from '../../pages.ts';

const FleetQuery = graphql(`
  query Fleet {
    runtimes {
      ...RuntimeFields
    }
    machines(first: 100) {
      totalCount
      edges {
        node {
          ...MachineFields
          daemonVersion
          runtimes {
            runtime
            version
            isInstalled
            isUsable
            signIn
            problem
            reportedAt
          }
        }
      }
    }
  }
`);

const EarlierRunsQuery = graphql(`
  query EarlierRuns($ref: WorkItemRef!) {
    workItem(ref: $ref) {
      agentSessions(first: 20) {
        edges {
          node {
            id
            launch {
              id
              workspace
              machine {
                id
                name
              }
            }
          }
        }
      }
    }
  }
`);

/** Every machine with what its daemon said of runtimes, and every runtime with whether it is offered, and why not. */
export async function fetchFleet(connection: Connection) {
  const { runtimes, machines } = await connection.ask(FleetQuery, {});
  return { runtimes, machines: nodesOf(machines) };
}

/** Where machines ran sessions of a work item lately, newest first; nothing where there is no such work item. */
export async function fetchEarlierRuns(connection: Connection, workItemId: string) {
  const { workItem } = await connection.ask(EarlierRunsQuery, { ref: { id: workItemId } });
  return (workItem == null ? [] : nodesOf(workItem.agentSessions)).flatMap(({ id, launch }) =>
    launch == null ? [] : [{ sessionId: id, workspace: launch.workspace, machine: launch.machine }],
  );
}

export type Fleet = Awaited<ReturnType<typeof fetchFleet>>;
