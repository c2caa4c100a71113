import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { DomainError, IdempotencyInProgressError, IdempotencyKeyMismatchError } from '#server/errors.ts';
import { fingerprint } from './fingerprint.ts';
import { keptKey } from './kept-key.ts';
import type { StoredResult } from './once.ts';

/** A request under a key, ready to be run with others. */
export interface KeyedRequest<Input> {
  readonly actor: Actor;
  readonly command: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly input: Input;
}

interface Earlier {
  actorId: string;
  key: string;
  command: string;
  fingerprint: string;
  result: StoredResult;
}

/** Checks the key of a request. Throws ValidationError for a key or an input that cannot be kept. */
export const keyedRequest = <Input>(actor: Actor, command: string, key: string, input: Input): KeyedRequest<Input> => ({
  ...{ actor, command, input },
  ...{ key: keptKey(key), fingerprint: fingerprint(command, input) },
});

/**
 * As `once`, for many requests of one organisation in one transaction: each at most once per actor and key, and each
 * refused for itself. `run` gets those that were not run before, and answers each in its place; what it throws rolls back
 * all of them. Nothing may be written for a request that is refused.
 */
export function onceEach<Input, T extends StoredResult>(
  ctx: CommandContext,
  requests: readonly KeyedRequest<Input>[],
  run: (tx: Tx, fresh: readonly KeyedRequest<Input>[]) => Promise<PromiseSettledResult<T>[]>,
): Promise<PromiseSettledResult<T>[]> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockKeys(tx, requests);
    const earlier = await earlierOf(tx, requests);
    const taken = new Set<string>();
    const known = requests.map((request, at) => {
      const name = nameOf(request.actor.id, request.key);
      if (locked[at] !== true || taken.has(name)) return refused(new IdempotencyInProgressError(request.key));
      taken.add(name);
      return answerOf<T>(request, earlier.get(name));
    });
    const fresh = requests.filter((_, at) => known[at] === undefined);
    const answers = fresh.length === 0 ? [] : await run(tx, fresh);
    await keep(tx, fresh, answers);
    return known.map((answer) => answer ?? nextOf(answers));
  });
}

/** The outcome of one request, by itself: its answer, or the refusal that it threw. A fault is thrown on. */
export function outcomeOf<T>(decide: () => T): PromiseSettledResult<T> {
  try {
    return { status: 'fulfilled', value: decide() };
  } catch (error) {
    if (error instanceof DomainError) return refused(error);
    throw error;
  }
}

const refused = (reason: DomainError): PromiseRejectedResult => ({ status: 'rejected', reason });

const nameOf = (actorId: string, key: string): string => `${actorId}:${key}`;

function answerOf<T>(
  { key, fingerprint: print }: KeyedRequest<unknown>,
  earlier: Earlier | undefined,
): PromiseSettledResult<T> | undefined {
  if (earlier === undefined) return undefined;
  if (earlier.fingerprint !== print) return refused(new IdempotencyKeyMismatchError(key, earlier.command));
  return { status: 'fulfilled', value: earlier.result as T };
}

function nextOf<T>(answers: PromiseSettledResult<T>[]): PromiseSettledResult<T> {
  const next = answers.shift();
  if (next === undefined) throw new Error('Fewer answers than requests.');
  return next;
}

/** For each request whether its key is ours until the transaction ends; the locks are those that `once` takes. */
async function lockKeys(tx: Tx, requests: readonly KeyedRequest<unknown>[]): Promise<boolean[]> {
  const names = requests.map(({ actor, key }) => nameOf(actor.id, key));
  const rows = await tx.db.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended("name", 0)) AS locked
    FROM unnest(${names}::text[]) WITH ORDINALITY AS asked("name", "nth") ORDER BY "nth"`;
  return rows.map(({ locked }) => locked);
}

/** What was answered before, by actor and key. Read after the locks, so that nothing is missed that they waited out. */
async function earlierOf(tx: Tx, requests: readonly KeyedRequest<unknown>[]): Promise<Map<string, Earlier>> {
  const actors = requests.map(({ actor }) => actor.id);
  const keys = requests.map(({ key }) => key);
  const rows = await tx.db.$queryRaw<Earlier[]>`
    SELECT known."actorId", known."key", known."command", known."fingerprint", known."result"
    FROM unnest(${actors}::text[], ${keys}::text[]) AS asked("actorId", "key")
    JOIN "IdempotencyRecord" known USING ("actorId", "key")`;
  return new Map(rows.map((row) => [nameOf(row.actorId, row.key), row]));
}

async function keep<T extends StoredResult>(
  tx: Tx,
  fresh: readonly KeyedRequest<unknown>[],
  answers: readonly PromiseSettledResult<T>[],
): Promise<void> {
  const done = fresh.flatMap(({ actor, key, command, fingerprint: print }, at) => {
    const answer = answers[at];
    if (answer?.status !== 'fulfilled') return [];
    return [{ actorId: actor.id, key, command, fingerprint: print, result: answer.value }];
  });
  if (done.length === 0) return;
  await tx.db.$executeRaw`
    INSERT INTO "IdempotencyRecord" ("actorId", "key", "command", "fingerprint", "result", "createdAt")
    SELECT "actorId", "key", "command", "fingerprint", "result", ${tx.now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(done)}::jsonb)
      AS done("actorId" text, "key" text, "command" text, "fingerprint" text, "result" jsonb)`;
}
