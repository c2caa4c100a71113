import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareCodePoints } from '#schema/documents/handoff-package/compare-code-points.ts';
import { ValidationError } from '#server/errors.ts';
import type { WorkspaceEntry } from '#server/sessions/reports/report-workspace.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { addSession, addWorkItem } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let workItemId: string;
beforeAll(async () => {
  test = await createTestApp();
  workItemId = await addWorkItem(test.app, test.owner);
});
afterAll(() => test[Symbol.asyncDispose]());

const newSession = async () => (await addSession(test.app, test.owner, workItemId)).sessionId;
const report = (sessionId: string, files: readonly WorkspaceEntry[]) =>
  test.app.services.sessions.reportWorkspace(test.owner, { sessionId, files });
const entry = (path: string, insertions = 1, deletions = 0): WorkspaceEntry => ({ path, insertions, deletions });
const stored = (agentSessionId: string) =>
  test.app.prisma.workspaceFile.findMany({
    where: { agentSessionId },
    orderBy: { path: 'asc' },
    select: { path: true, insertions: true, deletions: true },
  });

describe('a workspace report', () => {
  it('is merged by path: new counts stand, and what a report leaves out stays', async () => {
    const sessionId = await newSession();
    await report(sessionId, [entry('src/a.ts', 1, 1), entry('src/b.ts', 2, 2)]);
    await report(sessionId, [entry('src/b.ts', 5, 0), entry('src/c.ts', 3, 3)]);
    expect(await stored(sessionId)).toEqual([
      entry('src/a.ts', 1, 1),
      entry('src/b.ts', 5, 0),
      entry('src/c.ts', 3, 3),
    ]);
  });

  it('repeated changes nothing and adds nothing to the log', async () => {
    const sessionId = await newSession();
    for (let i = 0; i < 3; i++) await report(sessionId, [entry('a'), entry('b')]);
    const events = await test.app.prisma.event.findMany({
      where: { agentSessionId: sessionId, type: 'session.workspace_reported' },
    });
    expect(events.map(({ data }) => data)).toEqual([{ sessionId, files: 2 }]);
  });

  it('K10 refuses an entry with any field besides path, insertions and deletions', async () => {
    const sessionId = await newSession();
    for (const extra of ['diff', 'content', 'hunk', 'Path', 'constructor']) {
      const entryWithMore = Object.assign(entry('a.ts'), { [extra]: '+ secret' });
      const refused = report(sessionId, [entry('ok.ts'), entryWithMore]);
      await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'files[1]' });
    }
    expect(await stored(sessionId)).toEqual([]);
    const answer = await test.graphql(
      `mutation ($id: ID!) { reportWorkspace(input: { sessionId: $id, files: [{ path: "a", insertions: 1, deletions: 0, diff: "x" }] }) { __typename } }`,
      { id: sessionId },
    );
    expect(answer.errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    expect(await stored(sessionId)).toEqual([]);
  });

  it.each([
    ' leading.txt',
    'trailing ',
    '报告.txt',
    'a\nb.txt',
    'tab\there',
    'back\\slash',
    '"quoted"',
    'émoji 🦊/👩‍👩‍👧.ts',
    '...',
    '.git/..x',
    '-rf',
    'C:\\x',
    'a'.repeat(4096),
    '\u0001\u007f',
    '\ufeffbom',
    '\u{10ffff}',
  ])('takes the file name %j as it is (F-35)', async (path) => {
    const sessionId = await newSession();
    await report(sessionId, [entry(path)]);
    expect(await stored(sessionId)).toEqual([entry(path)]);
  });

  it('takes paths of 4,096 bytes that no index could hold', async () => {
    const sessionId = await newSession();
    const paths = Array.from({ length: 5 }, () => randomBytes(3072).toString('base64url'));
    await report(
      sessionId,
      paths.map((path) => entry(path)),
    );
    expect((await stored(sessionId)).map(({ path }) => path)).toEqual([...paths].sort(compareCodePoints));
  });

  it.each([
    ['', /empty/],
    ['/etc/passwd', /leading/],
    ['../up', /"\.\."/],
    ['a/../b', /"\.\."/],
    ['a/./b', /"\."/],
    ['.', /"\."/],
    ['a//b', /empty segment/],
    ['a/', /empty segment/],
    ['a\0b', /NUL/],
    ['\ud800', /surrogate/],
    ['é'.repeat(2049), /4096 bytes/],
    ['x'.repeat(10_000_000), /4096 bytes/],
  ])('refuses the path %j', async (path, problem) => {
    const sessionId = await newSession();
    const refused = report(sessionId, [entry('good'), entry(path)]);
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.toMatchObject({ field: 'files[1].path' });
    expect(await stored(sessionId)).toEqual([]);
  });

  it('knows a file by one path, whichever normal form its name came in', async () => {
    const sessionId = await newSession();
    await report(sessionId, [entry('cafe\u0301.go', 1)]);
    await report(sessionId, [entry('caf\u00e9.go', 7)]);
    expect(await stored(sessionId)).toEqual([entry('caf\u00e9.go', 7)]);
  });

  it('lets the later of two entries for one path stand', async () => {
    const sessionId = await newSession();
    await report(sessionId, [entry('a', 1), entry('b', 2), entry('a', 3)]);
    expect(await stored(sessionId)).toEqual([entry('a', 3), entry('b', 2)]);
  });

  it.each([-1, 0.5, Number.NaN, Infinity, 2 ** 31])('refuses %s as a count', async (count) => {
    const sessionId = await newSession();
    await expect(report(sessionId, [entry('a', count)])).rejects.toMatchObject({ field: 'files[0].insertions' });
    await expect(report(sessionId, [entry('a', 0, count)])).rejects.toMatchObject({ field: 'files[0].deletions' });
  });

  it('takes the largest count', async () => {
    const sessionId = await newSession();
    await report(sessionId, [entry('a', 2 ** 31 - 1, 2 ** 31 - 1), entry('b', 2 ** 31 - 1)]);
    const answer = await test.graphql(
      `query ($id: ID!) { agentSession(id: $id) { workspaceTotals { files insertions deletions } } }`,
      { id: sessionId },
    );
    const totals = { files: 2, insertions: 2 * (2 ** 31 - 1), deletions: 2 ** 31 - 1 };
    expect(answer).toEqual({ data: { agentSession: { workspaceTotals: totals } } });
  });

  it('holds 10,000 paths at once in one statement, and no more', async () => {
    const sessionId = await newSession();
    const files = Array.from({ length: 10_000 }, (_, i) => entry(`src/${i}/файл-${i}.ts`, i, 1));
    await report(sessionId, files);
    expect(await test.app.prisma.workspaceFile.count({ where: { agentSessionId: sessionId } })).toBe(10_000);
    await expect(report(sessionId, [...files, entry('more')])).rejects.toBeInstanceOf(ValidationError);
  });
});

const pathSegment = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom(' ', '\n', '\t', '"', '\\', '...', 'a b', '\u{1f98a}', '\ufffd', '\uffff'),
  )
  .map((text) => text.replaceAll('/', '\u2044').replaceAll('\0', ''))
  .filter((text) => text !== '' && text !== '.' && text !== '..');
const anyPath = fc.array(pathSegment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
const anyReport = fc.uniqueArray(fc.record({ path: anyPath, insertions: fc.nat(), deletions: fc.nat() }), {
  maxLength: 30,
  selector: ({ path }) => path.normalize('NFC'),
});

describe('any report', () => {
  it('comes back whole, in NFC and in code point order, whatever order it was sent in', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, fc.infiniteStream(fc.nat()), async (files, dice) => {
        const shuffled = files.map((file) => ({ file, at: dice.next().value as number })).sort((a, b) => a.at - b.at);
        const [one, two] = [await newSession(), await newSession()];
        await report(one, files);
        await report(
          two,
          shuffled.map(({ file }) => file),
        );
        const expected = files
          .map((file) => ({ ...file, path: file.path.normalize('NFC') }))
          .sort((a, b) => compareCodePoints(a.path, b.path));
        expect(await stored(one)).toEqual(expected);
        expect(await stored(two)).toEqual(expected);
      }),
      propertyRuns(40),
    );
  });

  it('sent in parts leaves what it leaves when sent whole', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, fc.nat({ max: 30 }), async (files, cut) => {
        const [whole, parts] = [await newSession(), await newSession()];
        await report(whole, files);
        await Promise.all([report(parts, files.slice(0, cut)), report(parts, files.slice(cut))]);
        expect(await stored(parts)).toEqual(await stored(whole));
      }),
      propertyRuns(20),
    );
  });
});

it('pages a workspace in code point order without a hole or a double', async () => {
  const sessionId = await newSession();
  const files = ['z', 'Z', '\uffff', '\u{10000}', 'é', 'a\nb', 'a', '\u{1f98a}'].map((path) => entry(path));
  await report(sessionId, files);
  const paths: string[] = [];
  for (let after: string | null = null; ;) {
    const answer: {
      data: {
        agentSession: {
          workspace: {
            nodes?: never;
            edges: { node: { path: string } }[];
            pageInfo: { hasNextPage: boolean; endCursor: string };
          };
        };
      } | null;
    } = await test.graphql(
      `query ($id: ID!, $after: String) { agentSession(id: $id) { workspace(first: 3, after: $after) { edges { node { path } } pageInfo { hasNextPage endCursor } } } }`,
      { id: sessionId, after },
    );
    const page = answer.data?.agentSession.workspace;
    paths.push(...(page?.edges ?? []).map(({ node }) => node.path));
    if (page?.pageInfo.hasNextPage !== true) break;
    after = page.pageInfo.endCursor;
  }
  expect(paths).toEqual(files.map(({ path }) => path).sort(compareCodePoints));
});
