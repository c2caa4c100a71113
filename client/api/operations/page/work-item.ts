import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { WorkItemRef } from '../../graphql/graphql.ts';
import { nodesOf } from '../../pages.ts';
import { found } from '../work/work.ts';

graphql(`
  fragment SessionName on AgentSession {
    id
    runtime
    purpose
    status
    exitReason
    registeredAt
    startedAt
    endedAt
  }
`);

const WorkItemPageQuery = graphql(`
  query WorkItemPage($ref: WorkItemRef!) {
    workItem(ref: $ref) {
      ...WorkItemFields
      goal
      constraints
      availableCommands
      criteria {
        text
        met
      }
      latestOutcome {
        ...OutcomeFields
      }
      decisions(first: 1, standing: true) {
        totalCount
      }
      artifacts(first: 1, latestOnly: true) {
        totalCount
      }
      openBlockers: blockers(first: 5, status: OPEN) {
        totalCount
        edges {
          node {
            id
            title
            severity
            raisedAt
          }
        }
      }
      agentSessions(first: 1) {
        totalCount
      }
      activeSessions: agentSessions(first: 10, status: ACTIVE) {
        totalCount
        edges {
          node {
            ...SessionName
            machine {
              id
              name
            }
          }
        }
      }
      handoffs(first: 1) {
        totalCount
        edges {
          node {
            ...HandoffFields
          }
        }
      }
      documents(first: 1) {
        totalCount
      }
      history(first: 30) {
        edges {
          node {
            ...HistoryEntry
          }
        }
      }
    }
  }
`);

/** What the head and the overview of a work item show, in one request. Throws Refused NOT_FOUND. */
export async function fetchWorkItemPage(connection: Connection, ref: WorkItemRef) {
  const { workItem } = await connection.ask(WorkItemPageQuery, { ref });
  const item = found(workItem, ref);
  return {
    ...item,
    latestOutcome: item.latestOutcome ?? null,
    counts: {
      decisions: item.decisions.totalCount,
      artifacts: item.artifacts.totalCount,
      openBlockers: item.openBlockers.totalCount,
      sessions: item.agentSessions.totalCount,
      handoffs: item.handoffs.totalCount,
      documents: item.documents.totalCount,
    },
    openBlockers: nodesOf(item.openBlockers),
    activeSessions: nodesOf(item.activeSessions),
    latestHandoff: nodesOf(item.handoffs)[0],
    history: nodesOf(item.history),
  };
}

export type WorkItemPage = Awaited<ReturnType<typeof fetchWorkItemPage>>;
export type { SessionNameFragment as SessionName } from '../../graphql/graphql.ts';
