import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchLaunchedSession } from '#client/api/operations/sessions/launches.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

type Launched = NonNullable<Awaited<ReturnType<typeof fetchLaunchedSession>>>;

/** What the story needs of those who play it. */
export interface Cast {
  /** The goal of the work item, which is all that the first session is told. */
  readonly goal: string;
  readonly criteria: readonly string[];
  /** Longest time for one session, in milliseconds. */
  readonly sessionLimitMs: number;
  /** Called once the handoff was accepted by the second session. */
  onAccepted(): void;
}

/** A package as the command line tells it. */
export interface PackageName {
  readonly version: number;
  readonly hash: string;
}

/** What came of it. */
export interface Rehearsed {
  readonly key: string;
  readonly handoffId: string;
  readonly source: Launched;
  readonly destination: Launched;
  readonly compiled: PackageName;
  readonly recompiled: PackageName & { readonly result: string };
  /** The line of NOTES.md that was recorded for the first session. */
  readonly noted: string;
  readonly notes: string;
}

/**
 * Codex implements, its work is handed over, Claude Code is briefed with the package, reviews, records and completes. A
 * person does on the command line what people do; two acts are an orchestrator's, as the first session has no network: the
 * `Decision:` line of the notes it left becomes a decision, and the notes an artifact, both of that session.
 */
export async function rehearse(stage: Stage, cast: Cast): Promise<Rehearsed> {
  const { kernel, home } = stage;
  await offered(stage);
  await kernel.json(['project', 'create', 'SLUG', 'Slugs']);
  const criteria = cast.criteria.flatMap((criterion) => ['--criterion', criterion]);
  const { workItem } = await kernel.json<{ workItem: { key: string } }>([
    'work',
    'create',
    'SLUG',
    'Add slugify',
    '--goal',
    cast.goal,
    ...criteria,
  ]);
  const { key } = workItem;
  const source = await ended(stage, await started(stage, [key, '--runtime', 'codex']), cast);
  const notes = await readFile(join(home.workspace, 'NOTES.md'), 'utf8');
  const noted = /^Decision:\s*(.+)$/m.exec(notes)?.[1]?.trim() ?? '';
  if (noted === '') throw new Error(`The first session left no decision in its notes: ${notes}`);
  await kernel.json(['decision', 'record', noted, '--work', key, '--session', source.id]);
  await kernel.json(['artifact', 'attach', join(home.workspace, 'NOTES.md'), '--work', key, '--session', source.id]);

  const objective = 'Review slugify: run its tests, record your verdict as a decision, and complete the work.';
  const request = ['--to', 'claude', '--purpose', 'review', '--objective', objective, '--from', source.id];
  const created = await kernel.json<{ handoff: { id: string }; package: PackageName }>([
    'handoff',
    'create',
    key,
    ...request,
  ]);
  const handoffId = created.handoff.id;
  const again = await kernel.json<{ result: string; package: PackageName }>(['handoff', 'compile', handoffId]);

  const sessionId = await started(stage, ['--handoff', handoffId]);
  await active(stage, sessionId, cast);
  await kernel.json(['handoff', 'accept', handoffId, '--session', sessionId, '--hash', created.package.hash]);
  cast.onAccepted();
  const destination = await ended(stage, sessionId, cast);
  await kernel.json(['handoff', 'complete', handoffId]);
  return {
    ...{ key, handoffId, source, destination, noted, notes },
    compiled: created.package,
    recompiled: { ...again.package, result: again.result },
  };
}

/** Waits until both runtimes are offered, and says why one is not. */
async function offered({ kernel, daemon }: Stage): Promise<void> {
  let last: unknown;
  await until(
    'codex and claude to be offered',
    60_000,
    async () => {
      const { runtimes } = await kernel.json<{ runtimes: { name: string; isOffered: boolean }[] }>(['runtime', 'list']);
      last = runtimes;
      const names = runtimes.filter(({ isOffered }) => isOffered).map(({ name }) => name);
      return names.includes('codex') && names.includes('claude') ? true : undefined;
    },
    () => `${JSON.stringify(last)} ${daemon.log()}`,
  );
}

/** Has the machine start a session, and gives its id. */
export async function started({ kernel, home }: Stage, which: readonly string[]): Promise<string> {
  const command = ['session', 'start', ...which, '--workspace', home.workspace, '--timeout-minutes', '20'];
  return (await kernel.json<{ session: { id: string } }>(command)).session.id;
}

async function active(stage: Stage, id: string, cast: Cast): Promise<void> {
  await follow(stage, id, `session ${id} to be active`, cast, ({ status }) => status === 'ACTIVE');
}

/** Follows a session to its end. */
export const ended = (stage: Stage, id: string, cast: Pick<Cast, 'sessionLimitMs'>): Promise<Launched> =>
  follow(stage, id, `session ${id} to end`, cast, ({ launch }) => launch?.state === 'ENDED');

function follow(
  { connection, daemon }: Stage,
  id: string,
  waitingFor: string,
  { sessionLimitMs }: Pick<Cast, 'sessionLimitMs'>,
  isThere: (session: Launched) => boolean,
): Promise<Launched> {
  let last: Launched | null = null;
  return until(
    waitingFor,
    sessionLimitMs,
    async () => {
      last = await fetchLaunchedSession(connection, id);
      return last !== null && isThere(last) ? last : undefined;
    },
    () => `${JSON.stringify(last)} ${daemon.log()}`,
  );
}
