import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTo, isAllowed, type Rules } from '#daemon/runtimes/acp/driver/permissions.ts';
import { plainCommands } from '#daemon/runtimes/acp/driver/shell-words.ts';
import { type ToolCall, ToolCalls } from '#daemon/runtimes/acp/driver/tool-calls.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let root: string;
let rules: Rules;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'kernel-rules-')));
  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  symlinkSync(root, join(workspace, 'way-out'));
  symlinkSync('nowhere', join(workspace, 'broken'));
  rules = { permissions: 'workspace', commands: [['npm', 'test']], workspace };
});
afterAll(() => rmSync(root, { recursive: true }));

const call = (more: Partial<ToolCall>): ToolCall => ({
  ...{ toolCallId: '1', title: 'a tool', name: undefined, kind: undefined, rawInput: undefined, paths: [], since: 0 },
  ...more,
});
const runs = (title: string) => isAllowed(call({ kind: 'execute', title }), rules);
const edits = (...paths: string[]) => isAllowed(call({ kind: 'edit', paths }), rules);

it('allows plain commands that begin as the rules say, and no other', () => {
  const allowed = [
    'npm test',
    'npm test -- --run a.ts',
    `kernel decision record 'a; b' && npm  test`,
    'cd . && npm test',
  ];
  for (const line of allowed) expect(runs(line), line).toBe(true);
  const refused = [
    ...['npm tests', 'npm', 'npx kernel', './kernel', '', 'npm test;ls', 'npm test | sh', 'npm test > /etc/passwd'],
    ...['npm test `ls`', 'npm test "$(ls)"', 'A=1 npm test', 'cd .. && npm test', 'npm test &', 'npm test\nls'],
    ...['npm test && ls', '&& npm test', "npm test 'open", 'cd way-out && npm test', 'npm\\ test'],
  ];
  for (const line of refused) expect(runs(line), line).toBe(false);
});

it('judges a line to its end, however long it is', () => {
  const line = `npm test ${'a'.repeat(100_000)}; rm -rf /`;
  const heard = new ToolCalls().heard({ toolCallId: '1', kind: 'execute', title: line });
  expect(isAllowed(heard, rules)).toBe(false);
});

it('allows no line that a shell would make more of than words, whatever is in it', () => {
  const special = fc.constantFrom(...';|<>$`(){}\n\\&');
  fc.assert(
    fc.property(fc.string(), special, fc.string(), (before, sign, after) => {
      const line = `kernel ${before.replaceAll(/['"&]/g, '')}${sign} ${after.replaceAll(/['"&]/g, '')}`;
      expect(plainCommands(line)).toBeUndefined();
    }),
    propertyRuns(),
  );
});

it('keeps the words of a quoted line', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (words) => {
      const plain = words.map((word) => word.replaceAll(/['\0]/g, '-'));
      expect(plainCommands(plain.map((word) => `'${word}'`).join(' '))).toEqual([plain]);
    }),
    propertyRuns(),
  );
});

it('allows edits of files that lie in the workspace, where links lead taken into account', () => {
  expect([edits('a.ts'), edits(join(rules.workspace, 'new', 'b.ts'))]).toEqual([true, true]);
  expect(edits('a.ts', '../b.ts')).toBe(false);
  for (const path of ['/etc/passwd', 'way-out/x', 'broken', '.git/config', 'sub/.git/hooks/x', '', 'a\0b', '..']) {
    expect(edits(path), path).toBe(false);
  }
  expect(edits()).toBe(false);
});

it('chooses the option that allows no more than was asked', () => {
  const options = (['allow_always', 'allow_once', 'reject_always', 'reject_once'] as const).map((kind) => ({
    ...{ optionId: kind, name: kind, kind },
  }));
  const always = options.slice(0, 1);
  const everything = { ...rules, permissions: 'everything' } as const;
  expect(answerTo(true, options, rules)).toEqual({ outcome: { outcome: 'selected', optionId: 'allow_once' } });
  expect(answerTo(false, options, rules)).toEqual({ outcome: { outcome: 'selected', optionId: 'reject_once' } });
  expect(answerTo(true, always, rules)).toEqual({ outcome: { outcome: 'cancelled' } });
  expect(answerTo(true, always, everything)).toEqual({ outcome: { outcome: 'selected', optionId: 'allow_always' } });
});
