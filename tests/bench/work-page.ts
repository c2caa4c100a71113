import type { BenchApp } from './bench-app.ts';

/** How much one work item holds on the page: more than a screen of everything. */
const RECORDS = 25;

/** What the page of one work item asks in one request. */
export const WORK_PAGE_QUERY = /* GraphQL */ `
  query WorkPage($key: String!) {
    workItem(ref: { key: $key }) {
      id
      key
      title
      goal
      state
      priority
      taskType
      revision
      constraints
      acceptanceCriteria
      availableCommands
      criteria {
        text
        met
      }
      decisions(first: 20) {
        edges {
          node {
            id
            statement
            rationale
            evidence
            recordedAt
            recordedBy {
              kind
              name
            }
          }
        }
      }
      artifacts(first: 20) {
        edges {
          node {
            id
            title
            version
            uri
            sha256
          }
        }
      }
      blockers(first: 20) {
        edges {
          node {
            id
            title
            severity
            status
            raisedAt
          }
        }
      }
      agentSessions(first: 20) {
        edges {
          node {
            id
            runtime
            purpose
            status
            startedAt
          }
        }
      }
    }
  }
`;

/** Makes the work item that the page shows; answers its key. */
export async function seedWorkPage({ app, owner }: BenchApp): Promise<string> {
  const { work, sessions } = app.services;
  const key = (): { idempotencyKey: string } => ({ idempotencyKey: app.ids.next('req') });
  await work.createProject(owner, { keyPrefix: 'AUTH', name: 'Authentication', ...key() });
  await work.createWorkItem(owner, {
    project: { keyPrefix: 'AUTH' },
    title: 'Rotate session keys',
    goal: 'Keys rotate without a logout',
    taskType: 'feature',
    priority: 'HIGH',
    constraints: ['no downtime'],
    acceptanceCriteria: ['old keys stay valid for an hour', 'a test proves it'],
    ...key(),
  });
  const workItem = { key: 'AUTH-1' };
  for (let i = 0; i < RECORDS; i += 1) {
    const text = `number ${i}: ${'words that a person wrote about it. '.repeat(5)}`;
    await work.recordDecision(owner, {
      workItem,
      statement: text,
      rationale: text,
      evidence: [`https://example.org/${i}`],
      ...key(),
    });
    await work.attachArtifact(owner, {
      workItem,
      type: 'document',
      title: `Document ${i}`,
      uri: `https://example.org/d/${i}`,
      ...key(),
    });
    await work.raiseBlocker(owner, { workItem, title: text, detail: '', severity: 'LOW', ...key() });
    await sessions.registerSession(owner, { workItem, runtime: 'codex', purpose: `attempt ${i}`, ...key() });
  }
  return 'AUTH-1';
}
