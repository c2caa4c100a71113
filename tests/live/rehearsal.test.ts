import { createHash } from 'node:crypto';
import { access, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realClis } from '#tests/support/real-clis/real-clis.ts';
import { type Evidence, writeEvidence } from '#tests/support/rehearsal/evidence.ts';
import { readRecord, type RehearsalRecord } from '#tests/support/rehearsal/record.ts';
import { ended, rehearse, type Rehearsed, started } from '#tests/support/rehearsal/rehearse.ts';
import { claudeTurns, codexTurns, VERDICT } from '#tests/support/rehearsal/scripted-cast.ts';
import { MODEL_KEYS, scriptedEnv } from '#tests/support/rehearsal/scripted-env.ts';
import { setStage, type Stage } from '#tests/support/rehearsal/stage.ts';
import { until } from '#tests/support/rehearsal/until.ts';
import { type ScriptedModel, startScriptedModel } from '#tests/support/scripted-model/start-scripted-model.ts';
import type { ModelTurn } from '#tests/support/scripted-model/turn.ts';

/** Of runs with scripted models; what real ones showed lies beside it. Neither is kept in the repository. */
const EVIDENCE = 'artifacts/dogfood/run-e-scripted.json';

/** Longest time for one session, in milliseconds. */
const LIMIT_MS = 120_000;

const clis = await realClis();

describe.skipIf(clis === null)('the rehearsal with the real clients and scripted models', () => {
  let models: { codex: ScriptedModel; claude: ScriptedModel };
  let stage: Stage;
  let done: Rehearsed;
  let record: RehearsalRecord;
  let evidence: Evidence;

  beforeAll(async () => {
    if (clis === null) return;
    let accept = (): void => undefined;
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const claudeScript: ModelTurn[] = [];
    models = { codex: await startScriptedModel(codexTurns), claude: await startScriptedModel(claudeScript) };
    stage = await setStage(async (home) => {
      claudeScript.push(...claudeTurns(home.workspace, accepted));
      return scriptedEnv(home, clis, models);
    });
    done = await rehearse(stage, {
      goal: 'slugify in util.mjs turns a title into a slug, with a test. Leave a line "Decision: …" in NOTES.md.',
      criteria: ['slugify is in util.mjs', 'its test passes'],
      sessionLimitMs: LIMIT_MS,
      onAccepted: () => accept(),
    });
    record = await readRecord(stage.server, done);
    const made = { models: 'scripted', versions: clis.versions } as const;
    evidence = await writeEvidence(EVIDENCE, made, done, record);
  }, 400_000);

  afterAll(async () => {
    for (const owned of [stage, models.codex, models.claude]) await owned[Symbol.asyncDispose]();
  });

  it('ends both sessions as they ended, the work completed and the handoff completed', () => {
    expect(done.source).toMatchObject({
      status: 'COMPLETED',
      exitReason: 'EXITED_WITHOUT_COMPLETION',
      endReason: null,
    });
    expect(done.destination).toMatchObject({ status: 'COMPLETED', exitReason: 'COMPLETED', endReason: null });
    expect(record).toMatchObject({ state: 'COMPLETED', handoff: { state: 'COMPLETED' } });
  });

  it('writes the lineage on both sessions', () => {
    expect(done.destination).toMatchObject({ continues: { id: done.handoffId }, parent: { id: done.source.id } });
    expect(done.source).toMatchObject({ continues: null, parent: null });
  });

  it('compiles the same package twice, and that one briefs the destination', () => {
    expect(done.recompiled).toEqual({ ...done.compiled, result: 'UNCHANGED' });
    const { version: packageVersion, hash: packageHash } = done.compiled;
    expect(record.handoff).toMatchObject({ packageVersion, packageHash });
    expect(done.destination.launch).toMatchObject({ packageVersion, packageHash });
    expect(done.destination.briefingReceipt).toMatchObject({ packageVersion, packageHash });
    expect(stage.daemon.log()).toContain(
      `session ${done.destination.id} briefed from handoff ${done.handoffId} (package v1, ${packageHash.slice(0, 8)}…)`,
    );
    expect(stage.daemon.log()).toContain(`session ${done.source.id} briefed from the work item alone`);
  });

  it('gives each model the very bytes that the receipt of its session holds', () => {
    const sent = {
      codex: models.codex.requests[0]?.body['input'],
      claude: models.claude.requests[0]?.body['messages'],
    };
    for (const [session, messages] of [[done.source, sent.codex] as const, [done.destination, sent.claude] as const]) {
      const { text = '', hash } = session.briefingReceipt ?? {};
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
      expect(textsIn(messages)).toContain(text);
    }
    const briefing = done.destination.briefingReceipt?.text ?? '';
    for (const told of [done.noted, 'slugify has no dependencies', 'util.test.mjs', 'Review slugify']) {
      expect(briefing).toContain(told);
    }
  });

  it('lets a session without network record by the tools, and one with it by the command line, each as itself', () => {
    const by = (id: string) =>
      record.decisions.filter(({ agentSession }) => agentSession?.id === id).map(({ statement }) => statement);
    expect(by(done.source.id)).toEqual(expect.arrayContaining(['slugify has no dependencies', done.noted]));
    expect(by(done.destination.id)).toEqual([VERDICT]);
    expect(models.codex.seen()).toContain('no-way-out');
    expect(models.codex.seen()).not.toContain('command not found');
    expect(done.notes).not.toContain('Blocker:');
    expect(done.source.briefingReceipt?.text).toContain('do not raise a blocker about it');
  });

  it('refuses the destination nothing that it needs', () => {
    const kinds = record.timelines.destination.map(({ kind }) => kind);
    expect(kinds).not.toContain('BLOCKED');
    expect(kinds.filter((kind) => kind === 'TOOL')).toHaveLength(5);
    expect(models.claude.seen()).toContain('# pass 1');
  });

  it('keeps the history in its order', () => {
    const wanted = [
      'LAUNCH_REQUESTED',
      'SESSION_BRIEFED',
      'SESSION_ENDED',
      'HANDOFF_REQUESTED',
      'HANDOFF_COMPILED',
      'LAUNCH_REQUESTED',
      'HANDOFF_ACCEPTED',
      'DECISION_RECORDED',
      'OUTCOME_RECORDED',
      'WORK_ITEM_STATE_CHANGED COMPLETED',
      'SESSION_ENDED',
      'HANDOFF_COMPLETED',
    ];
    let at = -1;
    for (const type of wanted) {
      at = record.history.indexOf(type, at + 1);
      expect(at, `${type} in ${record.history.join(', ')}`).toBeGreaterThan(-1);
    }
  });

  it('keeps a timeline of each session: its model, its calls, its tokens, and never a word', () => {
    for (const [timeline, model] of [
      [record.timelines.source, 'gpt-5.5'],
      [record.timelines.destination, /^claude-/],
    ] as const) {
      expect(timeline.find(({ kind }) => kind === 'INIT')?.model).toMatch(model);
      expect(timeline.find(({ kind }) => kind === 'USAGE')?.inputTokens).toBeGreaterThan(0);
      expect(timeline.at(-1)?.kind).toBe('COMPLETED');
      for (const entry of timeline) expect(entry).toMatchObject({ summary: null, text: null });
    }
    expect(record.touched).toEqual(['NOTES.md', 'util.mjs', 'util.test.mjs']);
  });

  it('leaves no value of a secret with a model, in the record, in a log, on disk, or in the evidence', async () => {
    const texts = new Map<string, string>([
      ['what Codex’s model saw', models.codex.seen()],
      ['what Claude Code’s model saw', models.claude.seen()],
      ['the log of the daemon', stage.daemon.log()],
      ['the events', JSON.stringify(await stage.kernel.json(['events', 'list', '--limit', '200']))],
      ['the record', JSON.stringify([done, record])],
      ['the evidence', await readFile(EVIDENCE, 'utf8')],
      ...(await stage.files()),
    ]);
    expect(texts.size).toBeGreaterThan(15);
    for (const [place, text] of texts) {
      expect(/krn_[\w-]{43}/.test(text), `a credential of Kernel in ${place}`).toBe(false);
      for (const key of Object.values(MODEL_KEYS)) expect(text.includes(key), `${key} in ${place}`).toBe(false);
    }
  });

  it('leaves the workspace as the sessions made it, and writes down what was seen', async () => {
    const left = [...(await stage.files()).keys()].filter((path) => path.startsWith(stage.home.workspace));
    const own = left
      .map((path) => path.slice(stage.home.workspace.length + 1))
      .filter((path) => !path.startsWith('.git/'));
    expect(own.sort()).toEqual(['NOTES.md', 'util.mjs', 'util.test.mjs']);
    expect(evidence).toMatchObject({
      models: 'scripted',
      package_hash: done.compiled.hash,
      hash_after_recompile: done.compiled.hash,
      source: { runtime: 'codex', session_id: done.source.id, model: 'gpt-5.5' },
      destination: { runtime: 'claude', handoff_id: done.handoffId, parent_session_id: done.source.id },
    });
    expect(evidence.destination.provider_session_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(evidence.destination.duration_ms).toBeGreaterThan(0);
  });

  it('stops a session with everything it started, and takes away what Codex left in the workspace', async () => {
    await stage.kernel.json(['work', 'create', 'SLUG', 'Wait', '--goal', 'wait']);
    const id = await started(stage, ['SLUG-2', '--runtime', 'codex']);
    const mark = join(stage.home.workspace, '.waiting');
    await until(
      'the command of the session',
      LIMIT_MS,
      async () => ((await exists(mark)) ? true : undefined),
      () => stage.daemon.log(),
    );
    await stage.kernel.json(['session', 'stop', id]);
    const stopped = await ended(stage, id, { sessionLimitMs: LIMIT_MS });
    expect(stopped).toMatchObject({ status: 'CANCELLED', exitReason: 'CANCELLED' });
    expect((await readdir(stage.home.workspace)).sort()).toEqual([
      '.git',
      '.waiting',
      'NOTES.md',
      'util.mjs',
      'util.test.mjs',
    ]);
    expect(await processesIn(stage.home.workspace)).toEqual([]);
  });
});

/** Every text that a request holds, whatever it is nested in. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    key === 'text' && typeof held === 'string' ? [held] : textsIn(held),
  );
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Processes that work in a folder, where the system tells (Linux). */
async function processesIn(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = numbers.map(async (pid) => [pid, await readlink(`/proc/${pid}/cwd`).catch(() => '')] as const);
  return (await Promise.all(found)).filter(([, cwd]) => cwd === folder).map(([pid]) => pid);
}
