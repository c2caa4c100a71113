import { expect, it } from 'vitest';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { verifyPackageDocument } from '#schema/documents/handoff-package/verify.ts';
import { samplePackage } from '../sample-package.ts';

const document = samplePackage();
const hash = packageHash(document);
const text = canonicalJson(document);

it('finds a document that is what was hashed', () => {
  expect(verifyPackageDocument(text, hash)).toEqual({
    ok: true,
    document,
    hash,
    expectedHash: hash,
    matches: true,
    isCanonical: true,
  });
});

it('says so when the hash is another', () => {
  expect(verifyPackageDocument(text, '0'.repeat(64))).toMatchObject({ ok: true, matches: false, hash });
});

it('recomputes without comparing when no hash is known', () => {
  expect(verifyPackageDocument(text)).toMatchObject({ ok: true, matches: null, expectedHash: null });
});

it('accepts a pretty-printed document and notices that its bytes are not the canonical ones', () => {
  const pretty = JSON.stringify(document, null, 2);
  expect(verifyPackageDocument(pretty, hash)).toMatchObject({ ok: true, matches: true, isCanonical: false });
});

it('opens what the command line prints, the document as JSON or as a string of it', () => {
  const asObject = `{"document":${text},"hash":"${hash}","version":2}`;
  const asString = JSON.stringify({ document: text, hash, version: 2 });
  expect(verifyPackageDocument(asObject)).toMatchObject({ ok: true, matches: true, isCanonical: true });
  expect(verifyPackageDocument(asString)).toMatchObject({ ok: true, matches: true, isCanonical: true });
});

it.each([
  ['text that is not JSON', '{"kernel_handoff_version":', '$'],
  ['JSON of another kind', '[]', '$'],
  ['null', 'null', '$'],
  [
    'a document with a wrong field',
    canonicalJson({ ...document, work: { ...document.work, priority: 'x' } }),
    '$.work.priority',
  ],
  ['a lone surrogate', text.replace('No downtime', String.raw`\ud800`), '$.constraints[0]'],
])('reports %s with its path', (_, input, path) => {
  const result = verifyPackageDocument(input);
  expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toContain(path);
});
