import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { claudeAdapter } from '#daemon/runtimes/claude/index.ts';
import { codexAdapter } from '#daemon/runtimes/codex/index.ts';
import { writeEvidence } from '#tests/support/rehearsal/evidence.ts';
import { readRecord } from '#tests/support/rehearsal/record.ts';
import { rehearse } from '#tests/support/rehearsal/rehearse.ts';
import { setStage } from '#tests/support/rehearsal/stage.ts';

/** What real models showed, for a person to read and cite; it is not kept in the repository. */
const EVIDENCE = 'artifacts/dogfood/run-e.json';

/** Longest time for one session of a real model, and for the whole, in milliseconds. */
const SESSION_LIMIT_MS = 15 * 60_000;
const LIMIT_MS = 40 * 60_000;

const GOAL = `A function slugify in util.mjs turns a title into a slug: lower case, ASCII letters and digits, single dashes
between, none at the ends. A test in util.test.mjs, run by node --test, proves it. There is a file NOTES.md with a line
that begins with "Decision: " and says what was decided. Use no dependencies, and do not complete the work item: the next
session reviews it.`;

/** This user's environment, without what leads to a Kernel of their own. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !name.startsWith('KERNEL_') || name === 'KERNEL_CODEX_PATH' || name === 'KERNEL_CLAUDE_PATH',
  ),
) as Readonly<Record<string, string>>;

/** Why it cannot run here, in a sentence for each reason; none when it can. */
async function reasons(): Promise<string[]> {
  if (process.env['KERNEL_LIVE_TESTS'] !== '1')
    return ['KERNEL_LIVE_TESTS=1 is not set: it spends the quota of both accounts.'];
  const found = await Promise.all(
    [codexAdapter(env), claudeAdapter(env)].map(async (adapter) => {
      const { label } = adapter;
      const { isInstalled, isUsable, signIn, problem } = await adapter.detect({ env });
      if (isInstalled && isUsable && signIn === 'SIGNED_IN') return [];
      return [`${label} is ${isInstalled ? 'not signed in' : 'not installed'} here. ${problem ?? ''}`.trim()];
    }),
  );
  return found.flat();
}

const why = await reasons();
for (const reason of why) process.stderr.write(`Skipped, without real models: ${reason}\n`);

describe.skipIf(why.length > 0)('the rehearsal with the signed-in clients of this machine', () => {
  it(
    'goes from Codex to Claude Code, which records its verdict and completes the work',
    { timeout: LIMIT_MS },
    async () => {
      // The homes are this user's own, where the sign-ins lie; what Kernel makes lies in folders of the test.
      await using stage = await setStage(async () => env);
      await writeFile(`${stage.home.workspace}/.gitignore`, 'node_modules\n');
      const done = await rehearse(stage, {
        goal: GOAL,
        criteria: ['slugify is in util.mjs', 'its test in util.test.mjs passes'],
        sessionLimitMs: SESSION_LIMIT_MS,
        onAccepted: () => undefined,
      });
      const record = await readRecord(stage.server, done);
      const [codex, claude] = [await codexAdapter(env).detect({ env }), await claudeAdapter(env).detect({ env })];
      const versions = { codex: codex.version ?? '', claude: claude.version ?? '' };
      const evidence = await writeEvidence(EVIDENCE, { models: 'real', versions }, done, record);

      expect(done.notes).not.toMatch(/^Blocker:.*(network|Kernel)/im);
      expect(done.recompiled).toEqual({ ...done.compiled, result: 'UNCHANGED' });
      expect(done.destination).toMatchObject({ continues: { id: done.handoffId }, parent: { id: done.source.id } });
      expect(record).toMatchObject({ state: 'COMPLETED', handoff: { state: 'COMPLETED' } });
      const own = record.decisions.filter(({ agentSession }) => agentSession?.id === done.destination.id);
      expect(own.length).toBeGreaterThan(0);
      expect(record.touched).toEqual(expect.arrayContaining(['NOTES.md', 'util.mjs', 'util.test.mjs']));
      expect(JSON.stringify([evidence, record, [...(await stage.files())]])).not.toMatch(/krn_[\w-]{43}/);
    },
  );
});
