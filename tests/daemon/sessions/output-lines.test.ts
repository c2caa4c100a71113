import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_LINE_BYTES, type OutputLine, OutputLines } from '#daemon/sessions/output-lines.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-output-'));
  path = join(folder, 'stdout');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** All that is to be read now, in as many calls as that takes. */
async function readAll(lines: OutputLines): Promise<OutputLine[]> {
  const found: OutputLine[] = [];
  do for await (const some of lines.read()) found.push(...some);
  while (lines.isBehind);
  return found;
}

it('gives each line once and whole, however its bytes arrived', async () => {
  const bytes = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(bytes, async (parts) => {
      writeFileSync(path, '');
      const lines = new OutputLines(path);
      const found: OutputLine[] = [];
      for (const part of parts) {
        appendFileSync(path, part);
        found.push(...(await readAll(lines)));
      }
      const rest = lines.rest();
      const whole = Buffer.concat(parts);
      const texts = [...found, ...(rest === undefined ? [] : [rest])].map(({ text }) => text);
      const ends = [...whole].flatMap((byte, at) => (byte === 10 ? [at + 1] : []));
      expect(found.map(({ endsAt }) => endsAt)).toEqual(ends);
      const expected = [...ends, ...((ends.at(-1) ?? 0) < whole.length ? [whole.length + 1] : [])].map((end, at) =>
        new TextDecoder().decode(whole.subarray(ends[at - 1] ?? 0, end - 1)).replace(/\r$/, ''),
      );
      expect(texts).toEqual(expected);
    }),
    propertyRuns(),
  );
});

it('waits for the other half of a line, and gives it as it is once nothing more comes', async () => {
  writeFileSync(path, 'one\n{"half":');
  const lines = new OutputLines(path);
  expect(await readAll(lines)).toEqual([{ text: 'one', endsAt: 4 }]);
  expect(lines.rest()).toEqual({ text: '{"half":', endsAt: 12 });
});

it('puts a sign for bytes that are no UTF-8, and reads on', async () => {
  writeFileSync(path, Buffer.from([0x61, 0xff, 0xfe, 10, 0x62, 10]));
  expect(await readAll(new OutputLines(path))).toEqual([
    { text: 'a\u{fffd}\u{fffd}', endsAt: 4 },
    { text: 'b', endsAt: 6 },
  ]);
});

it('reads a line of 9 MB whole, and passes over a longer one than it may hold without losing the next', async () => {
  const long = 'x'.repeat(9 * 1024 * 1024);
  writeFileSync(path, `before\n${long}\nafter\n${'y'.repeat(MAX_LINE_BYTES + 1)}\nlast\n`);
  const found = await readAll(new OutputLines(path));
  expect(found.map(({ text }) => text?.length ?? 'too long')).toEqual([6, long.length, 5, 'too long', 4]);
  expect(found.at(-1)?.text).toBe('last');
});

it('leaves the rest of a flood for the next call, so that its reader can do something else in between', async () => {
  const count = 600_000;
  writeFileSync(path, 'a line of a flood\n'.repeat(count));
  const lines = new OutputLines(path);
  let found = 0;
  for await (const some of lines.read()) found += some.length;
  expect(lines.isBehind).toBe(true);
  expect(found).toBeLessThan(count);
  while (lines.isBehind) for await (const some of lines.read()) found += some.length;
  expect(found).toBe(count);
});
