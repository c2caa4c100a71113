import type pg from 'pg';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { newKey } from '#tests/support/cast.ts';
import { type BenchApp, createBenchApp } from './bench-app.ts';
import type { Benchmark } from './benchmark.ts';
import { type BigWorkItem, seedBigWorkItem, seedOtherWork } from './big-work-item.ts';
import { median } from './compare.ts';

const ROUNDS = 31;
const WARM_UP_ROUNDS = 5;
/** How much other work the organisation holds at the end, in work items as big as the measured one. */
const OTHER_TIMES = 100;

export const benchmark: Benchmark = {
  name: 'compile',
  description:
    'compiling a work item of 10,000 decisions and 100,000 paths, against a bare fetch of the same rows through pg and the hash; and beside a hundred times as much other work',
  async run(report) {
    await using alone = await createBenchApp();
    await using crowded = await createBenchApp();
    const [own, beside] = [await seedBigWorkItem(alone), await seedBigWorkItem(crowded)];
    await seedOtherWork(crowded, OTHER_TIMES);
    await using acts = await actsOn(alone, own);
    await using crowdedActs = await actsOn(crowded, beside);
    const times: Times = { bare: [], unchanged: [], changed: [], crowded: [] };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const bare = await timed(acts.bare);
      const unchanged = await timed(acts.compile);
      const beside = await timed(crowdedActs.compile);
      await acts.decide();
      const changed = await timed(acts.compile);
      if (round < 0) continue;
      times.bare.push(bare);
      times.unchanged.push(unchanged);
      times.crowded.push(beside);
      times.changed.push(changed);
    }
    const { bare, unchanged, changed, crowded: besideMuch } = times;
    const baseline = 'bare fetch and hash';
    report({ name: `compile ${baseline}`, value: median(bare), unit: 'ms' });
    report({ name: 'compile unchanged', value: median(unchanged), unit: 'ms', ...against(unchanged, bare, baseline) });
    report({ name: 'compile a new version', value: median(changed), unit: 'ms', ...against(changed, bare, baseline) });
    const name = `compile unchanged beside ${OTHER_TIMES} times the work`;
    report({ name, value: median(besideMuch), unit: 'ms', ...against(besideMuch, unchanged, 'the same alone') });
  },
};

/** In milliseconds, one entry for each round. */
interface Times {
  readonly bare: number[];
  readonly unchanged: number[];
  readonly changed: number[];
  readonly crowded: number[];
}

/** The median over the rounds of own / base: both of a round saw the same machine. */
const against = (own: number[], base: number[], words: string) => ({
  ratio: median(own.map((time, round) => time / (base[round] ?? time))),
  against: words,
});

interface Acts extends AsyncDisposable {
  readonly bare: () => Promise<unknown>;
  readonly compile: () => Promise<unknown>;
  /** Makes the next compile give another package. */
  readonly decide: () => Promise<unknown>;
}

/** What the rounds repeat, on one work item of one database. */
async function actsOn({ app, owner }: BenchApp, work: BigWorkItem): Promise<Acts> {
  const { handoffId } = work;
  const compile = () => app.services.handoffs.compileHandoff(owner, { handoffId, idempotencyKey: newKey() });
  const { packageVersion: version } = await compile();
  const where = { handoffId_version: { handoffId, version } };
  const stored = await app.prisma.handoffPackage.findUniqueOrThrow({ where });
  const document = JSON.parse(stored.document) as HandoffPackageV1;
  const client = await app.database.pool.connect();
  return {
    compile,
    bare: () => fetchBare(client, work, document),
    decide: () =>
      app.services.work.recordDecision(owner, {
        workItem: { id: work.workItemId },
        statement: newKey(),
        rationale: '',
        evidence: [],
        idempotencyKey: newKey(),
      }),
    [Symbol.asyncDispose]: async () => client.release(),
  };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** The rows that the package needs, one plain query after the other, and the hash of the finished document. */
async function fetchBare(client: pg.PoolClient, work: BigWorkItem, document: HandoffPackageV1): Promise<string> {
  const { workItemId, sourceSessionId, handoffId } = work;
  for (const [text, parameter] of [
    [`SELECT * FROM "Handoff" WHERE "id" = $1`, handoffId],
    [`SELECT * FROM "WorkItem" WHERE "id" = $1`, workItemId],
    [`SELECT * FROM "AgentSession" WHERE "id" = $1`, sourceSessionId],
    [
      `SELECT "id", "from", "to", "changedAt" FROM "WorkItemStateChange" WHERE "workItemId" = $1 ORDER BY "changedAt", "id"`,
      workItemId,
    ],
    [
      `SELECT "id", "runtime", "purpose", "endedAt" FROM "AgentSession" WHERE "workItemId" = $1 AND "status" = 'COMPLETED' ORDER BY "endedAt", "id"`,
      workItemId,
    ],
    [
      `SELECT "statement", "rationale", "recordedAt", "evidence" FROM "Decision" WHERE "workItemId" = $1 AND "supersededById" IS NULL ORDER BY "supersededById", "recordedAt" DESC, "id" DESC LIMIT 20`,
      workItemId,
    ],
    [`SELECT count(*) FROM "Decision" WHERE "workItemId" = $1 AND "supersededById" IS NULL`, workItemId],
    [
      `SELECT "id", "type", "title", "version", "uri", "sha256" FROM "Artifact" WHERE "workItemId" = $1 AND "isLatest" ORDER BY "attachedAt" DESC, "id" DESC LIMIT 20`,
      workItemId,
    ],
    [`SELECT count(*) FROM "Artifact" WHERE "workItemId" = $1 AND "isLatest"`, workItemId],
    [
      `SELECT "id", "severity", "title", "status" FROM "Blocker" WHERE "workItemId" = $1 AND "status" = 'OPEN' ORDER BY "raisedAt", "id"`,
      workItemId,
    ],
    [
      `SELECT "rejectReason", "rejectNote" FROM "Handoff" WHERE "workItemId" = $1 AND "state" = 'REJECTED' ORDER BY "rejectedAt", "id"`,
      workItemId,
    ],
    [
      `SELECT "unmetCriteria" FROM "Outcome" WHERE "workItemId" = $1 ORDER BY "recordedAt" DESC, "id" DESC LIMIT 1`,
      workItemId,
    ],
    [
      `SELECT "path" FROM "WorkspaceFile" WHERE "agentSessionId" = $1 ORDER BY left("path", 256), "path" LIMIT 100`,
      sourceSessionId,
    ],
    [`SELECT count(*) FROM "WorkspaceFile" WHERE "agentSessionId" = $1`, sourceSessionId],
  ] as const) {
    await client.query(text, [parameter]);
  }
  return packageHash(document);
}
