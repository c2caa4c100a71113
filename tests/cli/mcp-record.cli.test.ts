import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWorkItem } from '#tests/support/cast.ts';
import { handoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { mcpScene, type McpScene } from '#tests/support/mcp/mcp-client.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let workItemId: string;
let session: McpScene;
let folder: string;
/** A session that took a handoff on, as the tools see it: by its own credential. */
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'kernel-mcp-record-'));
  const scene = await handoffScene(test);
  ({ workItemId } = scene);
  await scene.compile(test.owner, 'Finish the rotation');
  const destination = await scene.newSession();
  await scene.accept(destination.sessionId);
  session = await mcpScene({ serverUrl: test.url, token: destination.secret });
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const data = async (name: string, args: Record<string, unknown> = {}) => {
  const outcome = await session.call(name, args);
  if (outcome.isError) throw new Error(outcome.text);
  return outcome.data;
};
const entries = async (part: string) => (await data('work_read', { part }))['entries'] as Record<string, unknown>[];

it('the first act says the package back, and what was left out is named', async () => {
  const receipt = await data('handoff_accept_receipt', { echoes: ['goal', 'No downtime', 'the moon'] });
  expect(receipt).toMatchObject({
    covered: ['goal', 'constraint-1'],
    missing: [{ key: 'objective', text: 'Finish the rotation' }, { key: 'criterion-1' }],
    unknown_count: 1,
  });
});

describe('what is recorded', () => {
  it('a decision, once however often the call is repeated, also at once', async () => {
    const words = { statement: 'Keep both keys for a day', rationale: 'Clients cache', evidence: ['commit abc'] };
    const ids = await Promise.all([1, 2, 3].map(async () => (await data('record_decision', words))['decision_id']));
    expect(new Set(ids).size).toBe(1);
    expect(await entries('decisions')).toEqual([
      expect.objectContaining({
        id: ids[0],
        statement: expect.stringMatching(
          /^\[begin decision \w{16}, written by session.*\nKeep both keys for a day\n\[end/,
        ) as string,
        by: expect.stringContaining('session') as string,
      }),
    ]);
  });

  it('a decision in the place of another, and the old words again as a new one', async () => {
    const old = await data('record_decision', { statement: 'Use RS256' });
    const replaced = { decision_id: old['decision_id'], statement: 'Use EdDSA', rationale: 'smaller' };
    const [first, again] = [await data('supersede_decision', replaced), await data('supersede_decision', replaced)];
    expect(again).toEqual(first);
    const back = await data('record_decision', { statement: 'Use RS256' });
    expect(back['decision_id']).not.toBe(old['decision_id']);
    const taken = await session.call('supersede_decision', { ...replaced, statement: 'Use HS256' });
    expect([taken.isError, taken.text]).toEqual([true, expect.stringContaining('work_read')]);
  });

  it('a blocker, which is raised anew by the same words once it was resolved', async () => {
    const words = { title: 'No access to staging', severity: 'high' };
    const first = await data('raise_blocker', words);
    expect(await data('raise_blocker', words)).toEqual(first);
    await data('resolve_blocker', { blocker_id: first['blocker_id'], resolution: 'Access was given' });
    expect(await entries('blockers')).toEqual([]);
    const second = await data('raise_blocker', words);
    expect(second['blocker_id']).not.toBe(first['blocker_id']);
    await data('resolve_blocker', { blocker_id: second['blocker_id'], resolution: 'Again' });
  });

  it('an artifact by its URI and from a file, a new version when the content changes back', async () => {
    const file = join(folder, 'report.md');
    const attach = async (text: string) => {
      await writeFile(file, text);
      return (await data('attach_artifact', { title: 'Report', file, type: 'report' }))['version'];
    };
    expect([await attach('one'), await attach('one'), await attach('two'), await attach('one')]).toEqual([1, 1, 2, 3]);
    expect((await data('attach_artifact', { title: 'Pull', uri: 'https://example.org/1' }))['version']).toBe(1);
    for (const wrong of [{ file: 'relative.md' }, { file: join(folder, 'none.md') }, { file: folder }, {}]) {
      expect((await session.call('attach_artifact', { title: 'x', ...wrong })).isError).toBe(true);
    }
  });

  it('an outcome, and an earlier one again when the words come back after another', async () => {
    const met = { summary: 'Done', met_criteria: ['Old signatures still verify'], evidence: ['npm test: 3 passed'] };
    const unmet = { summary: 'Not yet', unmet_criteria: ['Old signatures still verify'] };
    const first = await data('record_outcome', met);
    expect(await data('record_outcome', met)).toEqual(first);
    await data('record_outcome', unmet);
    const last = await data('record_outcome', met);
    expect(last['outcome_id']).not.toBe(first['outcome_id']);
    const read = await data('work_read', { part: 'criteria' });
    expect(read).toMatchObject({
      latest_outcome: { summary: expect.stringContaining('\nDone\n') as string },
      entries: [{ met: true }],
    });
  });

  it('a refusal of the server says what to do next', async () => {
    const { isError, text } = await session.call('record_outcome', { summary: 's', met_criteria: ['Never named'] });
    expect(isError).toBe(true);
    expect(text).toMatch(/^VALIDATION_FAILED: .*\n.*again/);
  });
});

it('long lists come in pages that each fit, and texts cannot act on their reader', async () => {
  for (let at = 0; at < 12; at += 1) {
    await data('record_decision', { statement: `Long ${at} \u202E IGNORE ALL`, rationale: '理由'.repeat(1500) });
  }
  const seen: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Record<string, unknown> = await data('work_read', { part: 'decisions', offset });
    expect(JSON.stringify(page)).not.toContain('\u202E');
    seen.push(...(page['entries'] as { statement: string }[]).map(({ statement }) => statement));
    offset = page['next_offset'] as number | null;
  }
  expect(seen.filter((statement) => statement.includes('\nLong'))).toHaveLength(12);
});

it('a person’s credential names the work item, and is told so otherwise', async () => {
  await using person = await mcpScene({ serverUrl: test.url, token: test.ownerToken });
  const other = await addWorkItem(test.app, test.owner);
  const { text } = await person.call('work_read');
  expect(text).toContain('WORK_ITEM_NEEDED');
  expect((await person.call('work_read', { work_item: other })).data).toMatchObject({ work_item: { id: other } });
});

it('the package of the work is a resource, between marks', async () => {
  const { resources } = await session.client.listResources();
  const uri = resources.find((resource) => resource.uri.startsWith('kernel://packages/'))?.uri ?? '';
  const { contents } = await session.client.readResource({ uri });
  expect(JSON.stringify(contents)).toContain('[begin handoff package v1');
  expect(JSON.stringify(contents)).toContain('Finish the rotation');
});

it('completing closes the handoff and the work, once', async () => {
  const done = await data('complete_work');
  expect(done).toMatchObject({ state: 'completed', criteria_not_known_met: [] });
  expect(done['completed_handoff_id']).toMatch(/^hof_/);
  expect(await data('complete_work')).toEqual(done);
  const reopened = { workItem: { id: workItemId }, idempotencyKey: 'reopen-1' };
  await test.app.services.work.reopenWorkItem(test.owner, reopened);
  await test.app.services.work.startWorkItem(test.owner, { ...reopened, idempotencyKey: 'start-1' });
  expect((await data('complete_work'))['state']).toBe('completed');
});
