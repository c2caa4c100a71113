import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshKey, seedSession, seedWorkItem } from '#tests/support/scenes/seed-work.ts';
import { type Statements, watchStatements } from '#tests/support/database/statements.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let ref: { key: string };
let statements: Statements;

/** Signing the request in takes one statement, whatever it asks. */
const SIGN_IN = 1;

beforeAll(async () => {
  test = await createTestApp();
  const { id, key } = await seedWorkItem(test);
  ref = { key };
  for (let i = 0; i < 30; i += 1) {
    const texts = { statement: `decision ${i}`, rationale: '', evidence: [] };
    await test.app.services.work.recordDecision(test.owner, { workItem: ref, ...texts, idempotencyKey: freshKey() });
    await seedSession(test, id);
  }
  const ask = { targetRuntime: 'claude', purpose: 'review', objective: 'look', workItem: ref };
  for (let i = 0; i < 5; i += 1) {
    const { handoffId } = await test.app.services.handoffs.requestHandoff(test.owner, {
      ...ask,
      idempotencyKey: freshKey(),
    });
    await test.app.services.handoffs.compileHandoff(test.owner, { handoffId, idempotencyKey: freshKey() });
  }
});

afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

beforeEach(() => {
  statements = watchStatements();
});

async function read(query: string): Promise<string[]> {
  const answer = await test.graphql(query, { ref });
  expect(answer.errors).toBeUndefined();
  return statements.texts();
}

it('reads a work item with its decisions, artifacts, blockers and sessions in one statement that stops at the page', async () => {
  const [, page, ...more] = await read(/* GraphQL */ `
    query ($ref: WorkItemRef!) {
      workItem(ref: $ref) {
        key
        criteria {
          text
          met
        }
        decisions(first: 20) {
          totalCount
          edges {
            node {
              statement
            }
          }
        }
        artifacts(first: 20) {
          edges {
            node {
              title
            }
          }
        }
        blockers(first: 20) {
          edges {
            node {
              title
            }
          }
        }
        agentSessions(first: 20) {
          edges {
            node {
              runtime
            }
          }
        }
      }
    }
  `);
  expect(more).toEqual([]);
  expect(page?.match(/LIMIT/g)?.length).toBeGreaterThanOrEqual(5);
});

it('reads a list of handoffs with their sessions in one statement, and none of their packages', async () => {
  const texts = await read(/* GraphQL */ `
    query ($ref: WorkItemRef!) {
      workItem(ref: $ref) {
        handoffs(first: 20) {
          edges {
            node {
              state
              packageVersion
              packageHash
              sourceSession {
                runtime
              }
              toSession {
                runtime
              }
            }
          }
        }
      }
    }
  `);
  expect(texts).toHaveLength(SIGN_IN + 1);
  expect(texts.join()).not.toContain('document');
});

it('reads a list of work items in a number of statements that its length does not change', async () => {
  const query = (first: number): string =>
    `query { workItems(first: ${first}) { totalCount edges { node { key state project { keyPrefix } } } } }`;
  const answer = await test.graphql(query(1));
  expect(answer.errors).toBeUndefined();
  const forOne = statements.texts().length;
  for (let i = 0; i < 5; i += 1) await seedWorkItem(test);
  statements.clear();
  await test.graphql(query(50));
  expect(statements.texts().length).toBe(forOne);
});
