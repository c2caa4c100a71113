import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedWorkItem } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

interface Listed {
  workItem: Record<
    'decisions' | 'artifacts' | 'blockers' | 'outcomes' | 'stateChanges',
    { edges: { node: { id: string } }[] }
  > & {
    latestOutcome: { id: string };
    criteria: { text: string; met: boolean | null }[];
  };
}

const query = `query ($id: ID!) { workItem(ref: { id: $id }) {
  decisions { edges { node { id } } } artifacts { edges { node { id } } } blockers { edges { node { id } } }
  outcomes { edges { node { id } } } stateChanges { edges { node { id } } } latestOutcome { id } criteria { text met } } }`;

/** When each row was recorded, in minutes, and its place among equals: two of the times are the same on purpose. */
const rows = [0, 1, 1, 2, 5].map((minute, i) => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  suffix: `0000-${i}`,
}));

/** Writes one row of each kind for each time, in the order given, ids telling the place in time. */
async function insert(workItemId: string, order: readonly (typeof rows)[number][]): Promise<void> {
  const { prisma } = test.app;
  const by = { kind: 'member', id: test.owner.id, name: test.owner.name };
  for (const { at, suffix } of order) {
    const row = (prefix: string) => ({
      id: `${prefix}_${workItemId.slice(4)}-${suffix}`,
      organisationId: test.owner.organisationId,
      workItemId,
    });
    const isNewest = suffix === '0000-4';
    await prisma.decision.create({
      data: { ...row('dec'), statement: 's', rationale: '', recordedAt: at, recordedBy: by },
    });
    await prisma.artifact.create({
      data: { ...row('art'), type: 't', title: suffix, version: 1, isLatest: true, attachedAt: at, attachedBy: by },
    });
    await prisma.blocker.create({
      data: { ...row('blk'), title: 't', detail: '', severity: 'LOW', status: 'OPEN', raisedAt: at, raisedBy: by },
    });
    const judged = isNewest ? { metCriteria: ['Tests pass.'] } : { unmetCriteria: ['Tests pass.', 'Docs say how.'] };
    await prisma.outcome.create({ data: { ...row('out'), ...judged, summary: 's', recordedAt: at, recordedBy: by } });
    await prisma.workItemStateChange.create({
      data: { ...row('wsc'), from: 'OPEN', to: 'IN_PROGRESS', changedAt: at },
    });
  }
}

describe('the lists of a work item', () => {
  it('come in order of time and then id, whatever order their rows were written in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (order) => {
        const { id } = await seedWorkItem(test);
        await insert(id, order);
        const { data } = await test.graphql<Listed>(query, { id });
        const listed = data?.workItem;
        const places = (list: 'decisions' | 'artifacts' | 'blockers' | 'outcomes' | 'stateChanges') =>
          listed?.[list].edges.map(({ node }) => node.id.slice(-1)).join('');
        expect([places('decisions'), places('artifacts'), places('outcomes')]).toEqual(['43210', '43210', '43210']);
        expect([places('blockers'), places('stateChanges')]).toEqual(['01234', '01234']);
        expect(listed?.latestOutcome.id.slice(-1)).toBe('4');
        expect(listed?.criteria).toEqual([
          { text: 'Tests pass.', met: true },
          { text: 'Docs say how.', met: null },
        ]);
      }),
      propertyRuns(6),
    );
  });
});
