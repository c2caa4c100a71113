import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Prisma } from '#prisma/generated/client/client.ts';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { handoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { assemble } from '#server/handoffs/compiler/assemble.ts';
import { gather } from '#server/handoffs/compiler/gather.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { watchStatements } from '#tests/support/database/statements.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let test: TestApp;
let scene: HandoffScene;
beforeAll(async () => {
  test = await createTestApp();
  scene = await handoffScene(test);
});
afterAll(() => test[Symbol.asyncDispose]());

const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'].map((text) => new Date(text));
const timeOf = (n: number) => times[n % 2] ?? new Date(0);
/** Ids whose order differs between code points, JavaScript's units and a language's rules. */
const letters = ['a', 'B', 'b', 'Z', 'z', '-', '9', '0a'];
const idOf = (prefix: string, n: number) =>
  `${prefix}_${letters[n % letters.length] ?? ''}-${Math.floor(n / letters.length)}`;

function rows() {
  const by = { ...recordedActor(test.owner) };
  const place = { organisationId: test.owner.organisationId, workItemId: scene.workItemId };
  const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
  return {
    decisions: many(30, (n): Prisma.DecisionCreateManyInput => ({
      ...place,
      id: idOf('dec', n),
      statement: `Decision ${n}`,
      rationale: '',
      evidence: [`https://e.example/${n % 7}`],
      recordedAt: timeOf(n),
      recordedBy: by,
    })),
    blockers: many(12, (n): Prisma.BlockerCreateManyInput => ({
      ...place,
      id: idOf('blk', n),
      title: `Blocker ${n % 3}`,
      detail: '',
      severity: 'LOW',
      status: 'OPEN',
      raisedAt: timeOf(n),
      raisedBy: by,
    })),
    artifacts: many(30, (n): Prisma.ArtifactCreateManyInput => ({
      ...place,
      id: idOf('art', n),
      type: 'report',
      title: `Report ${n}`,
      version: 1,
      isLatest: true,
      uri: `https://a.example/${n}`,
      attachedAt: timeOf(n),
      attachedBy: by,
    })),
    sessions: many(12, (n): Prisma.AgentSessionCreateManyInput => ({
      ...place,
      id: idOf('ses', n),
      runtime: 'codex',
      purpose: 'implement',
      status: 'COMPLETED',
      syncMode: 'METADATA_ONLY',
      registeredAt: timeOf(n),
      endedAt: timeOf(n),
      registeredBy: by,
    })),
    files: many(140, (n): Prisma.WorkspaceFileCreateManyInput => ({
      agentSessionId: scene.source.sessionId,
      pathDigest: `digest ${n}`,
      path: `${['\u{1F600}', '\uFF5E', 'Z', 'a', 'é', 'ä'][n % 6] ?? ''}${n}.ts`,
      insertions: n,
      deletions: 0,
      reportedAt: timeOf(n),
    })),
  };
}

type Rows = ReturnType<typeof rows>;

/** Puts the same rows into the record in the order given, in place of those that were there. */
async function write({ decisions, blockers, artifacts, sessions, files }: Rows): Promise<string> {
  const { prisma } = test.app;
  const { workItemId } = scene;
  await prisma.$transaction([
    prisma.decision.deleteMany({ where: { workItemId } }),
    prisma.blocker.deleteMany({ where: { workItemId } }),
    prisma.artifact.deleteMany({ where: { workItemId } }),
    prisma.agentSession.deleteMany({ where: { workItemId, status: 'COMPLETED' } }),
    prisma.workspaceFile.deleteMany({ where: { agentSessionId: scene.source.sessionId } }),
    prisma.decision.createMany({ data: decisions }),
    prisma.blocker.createMany({ data: blockers }),
    prisma.artifact.createMany({ data: artifacts }),
    prisma.agentSession.createMany({ data: sessions }),
    prisma.workspaceFile.createMany({ data: files }),
  ]);
  return canonicalJson(assemble(await gather(prisma, scene.handoffId), new Date(0)));
}

it('compiles the same bytes in whatever order the rows were written', async () => {
  const given = rows();
  const expected = await write(given);
  const shuffled = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length });
  const anyOrder = fc.record({
    decisions: shuffled(given.decisions),
    blockers: shuffled(given.blockers),
    artifacts: shuffled(given.artifacts),
    sessions: shuffled(given.sessions),
    files: shuffled(given.files),
  });
  await fc.assert(
    fc.asyncProperty(anyOrder, async (order) => {
      expect(await write(order)).toBe(expected);
    }),
    propertyRuns(20),
  );
});

it('compiles a document of exactly the shape of version 1', async () => {
  await write(rows());
  const document = assemble(await gather(test.app.prisma, scene.handoffId), new Date(0));
  expect(handoffPackageV1.parse(document)).toEqual(document);
  expect(document.truncation).toEqual({ decisions_omitted: 10, artifacts_omitted: 10, files_omitted: 40 });
});

it('takes the same number of queries for a small record and for a large one', async () => {
  const statements = watchStatements();
  const countCompile = async (of: HandoffScene) => {
    const before = statements.texts().length;
    await of.compile();
    return statements.texts().length - before;
  };
  const small = await handoffScene(test);
  const forSmall = await countCompile(small);
  await write(rows());
  expect(await countCompile(scene)).toBe(forSmall);
  expect(forSmall).toBe(12);
  expect(await countCompile(scene)).toBe(8);
});
