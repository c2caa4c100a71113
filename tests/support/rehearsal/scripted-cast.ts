import type { ModelTurn } from '../scripted-model/turn.ts';

const PATCH = `*** Begin Patch
*** Add File: util.mjs
+export const slugify = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
*** Add File: util.test.mjs
+import assert from 'node:assert/strict';
+import test from 'node:test';
+import { slugify } from './util.mjs';
+test('a title becomes a slug', () => assert.equal(slugify(' Hello, World! '), 'hello-world'));
*** Add File: NOTES.md
+Decision: Only ASCII letters and digits are kept; a run of anything else is one dash.
*** End Patch
`;

/** Codex: writes it, runs its tests, finds no network, records a decision by a tool of Kernel, and says so. */
export const codexTurns: readonly ModelTurn[] = [
  { text: 'I am adding slugify.', calls: [{ tool: 'apply_patch', input: PATCH }] },
  { calls: [{ tool: 'exec_command', input: { cmd: 'node --test util.test.mjs' } }] },
  { calls: [{ tool: 'exec_command', input: { cmd: 'kernel decision record "By hand" || echo no-way-out' } }] },
  {
    calls: [
      {
        tool: 'record_decision',
        namespace: 'mcp__kernel',
        input: { statement: 'slugify has no dependencies', rationale: 'One line does it.' },
      },
    ],
  },
  { text: 'slugify and its test are there; what was decided is in NOTES.md.' },
  // Of a session of its own, which is stopped.
  { calls: [{ tool: 'exec_command', input: { cmd: 'echo kernel-waits-here > .waiting; tail -f /dev/null' } }] },
];

export const VERDICT = 'Review verdict: slugify is correct and its test passes';

/** Claude Code: held back until the handoff is its own, it reads, tests, records its verdict, and completes the work. */
export const claudeTurns = (workspace: string, accepted: Promise<void>): readonly ModelTurn[] => [
  {
    text: 'I am reading it.',
    calls: [{ tool: 'Read', input: { file_path: `${workspace}/util.mjs` } }],
    after: accepted,
  },
  bash('node --test util.test.mjs'),
  bash(`kernel decision record "${VERDICT}"`),
  bash('kernel outcome record "Reviewed" --met 1 --met 2'),
  bash('kernel work complete'),
  { text: `${VERDICT}.` },
];

const bash = (command: string): ModelTurn => ({
  calls: [{ tool: 'Bash', input: { command, description: 'do it' } }],
});
