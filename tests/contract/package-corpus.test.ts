import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderBriefing } from '#schema/documents/briefing/render.ts';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { renderPackageMarkdown } from '#schema/documents/handoff-package/markdown.ts';
import { verifyPackageDocument } from '#schema/documents/handoff-package/verify.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';

const folder = new URL('../fixtures/packages/v1/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));
const changed =
  'HandoffPackageV1 changed: this is v2. Stored hashes would no longer verify; leave version 1 as it is and add a version.';

describe.each(names)('the stored package "%s"', (name) => {
  const text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
  const hash = readFileSync(new URL(`${name}.sha256`, folder), 'utf8').trim();

  it('is still a package of version 1 with the hash it had', () => {
    const result = verifyPackageDocument(text, hash);
    expect(result.ok ? [] : result.problems, changed).toEqual([]);
    expect(result, changed).toMatchObject({ hash, matches: true });
  });

  it('is still written with the same bytes', () => {
    expect(canonicalJson(JSON.parse(text)), changed).toBe(text);
  });

  it('can be read by a person and by a runtime', () => {
    const document = packageOf(text);
    expect(renderPackageMarkdown(document, { version: 1, hash })).toContain(hash);
    expect(renderBriefing(document).bytes).toBeLessThanOrEqual(8192);
  });
});

it('the corpus holds at least the six kinds that differ', () => {
  expect(names).toEqual(
    expect.arrayContaining(['minimal', 'full', 'unicode', 'after-rejection', 'truncated', 'hostile']),
  );
});

const python = spawnSync('python3', ['--version']);
const hasPython = python.status === 0;
if (!hasPython) process.stderr.write('Skipped: recompute-hash.py needs python3, which this machine does not have.\n');

describe.skipIf(!hasPython).each(names)('a stranger\'s ten lines of Python find the hash of "%s"', (name) => {
  const text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
  const hash = readFileSync(new URL(`${name}.sha256`, folder), 'utf8').trim();

  it.each([
    ['bare', text],
    ['beside its hash and version', `{"document":${text},"hash":"${hash}","version":1}`],
    [
      'as the command line prints it',
      `{"handoff":{"id":"hof_1"},"package":{"version":1,"hash":"${hash}","document":${text}}}`,
    ],
    ['as a string of JSON', JSON.stringify({ document: text, hash })],
  ])('given %s', (_, input) => {
    expect(recompute(input)).toBe(hash);
  });
});

function recompute(input: string): string {
  const script = fileURLToPath(new URL('recompute-hash.py', import.meta.url));
  return execFileSync('python3', [script], { input, encoding: 'utf8' }).trim();
}

function packageOf(text: string): HandoffPackageV1 {
  const result = verifyPackageDocument(text);
  if (!result.ok) throw new Error(changed);
  return result.document;
}
