import fc from 'fast-check';
import { buildSchema, type ExecutionArgs, type ExecutionResult, GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Event, PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { EventStream, type EventStreamSource } from '#server/events/event-stream.ts';
import { LogTail } from '#server/events/log-tail.ts';
import { PulledResults } from '#server/http/realtime/pulled-results.ts';
import { ViewerGroups } from '#server/http/realtime/viewer-groups.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const actor: Actor = {
  kind: 'member',
  id: 'mem_1',
  name: 'mia',
  organisationId: 'org_1',
  tokenId: 'tok_1',
  scopes: new Set(['work.read']),
  role: 'MEMBER',
};
/** Waits as long as whoever tries an order of things wants it to. */
type Pause = () => Promise<unknown>;

const args = (pause: Pause): ExecutionArgs => ({
  schema: buildSchema('type Query { a: Int } type Subscription { event: Event! } type Event { seq: Int! }'),
  document: parse('subscription { event { seq } }'),
  contextValue: { actor },
  fieldResolver: (source: { seq: bigint }, _args, _context, { fieldName }) =>
    fieldName === 'event' ? pause().then(() => source) : Number(source.seq),
});

/** A log in memory. Each read takes as long as `pause` does, and fails when `isFailing` says so. */
class Log {
  length = 0n;
  #tail: LogTail | undefined;
  readonly #pause: Pause;
  readonly #isFailing: () => boolean;

  constructor(pause: Pause, isFailing: () => boolean) {
    this.#pause = pause;
    this.#isFailing = isFailing;
  }

  append(): void {
    this.length += 1n;
    this.wake();
  }

  wake(): void {
    this.#tail?.wake();
  }

  get source(): EventStreamSource {
    const findMany = (query: {
      where: { AND: [object, object, { seq: { gt: bigint; lt?: bigint } }] };
      take: number;
    }) => {
      const { gt, lt = this.length + 1n } = query.where.AND[2].seq;
      return this.#read(() => this.#rows(gt, lt, query.take));
    };
    const event = { findMany, findFirst: () => this.#read(() => null) } as unknown as PrismaClient['event'];
    return { prisma: { event }, sequencer: { follow: (_organisation, follower) => this.#follow(follower) } };
  }

  #follow(follower: (event: Event) => void) {
    const tail = (this.#tail ??= new LogTail({
      lastSeq: () => this.#read(() => this.length),
      eventsAfter: (seq, limit) => this.#read(() => this.#rows(seq, this.length + 1n, limit)),
      onEvent: () => undefined,
      onFault: () => undefined,
    }));
    tail.add(follower);
    const from = tail.seq === undefined ? tail.start : Promise.resolve(tail.seq);
    from.catch(() => (this.#tail = undefined));
    return { from, release: () => tail.remove(follower) };
  }

  #rows(after: bigint, before: bigint, limit: number): Event[] {
    const length = Math.min(limit, Number((before < this.length + 1n ? before : this.length + 1n) - after - 1n));
    return Array.from({ length: Math.max(length, 0) }, (_, i) => ({ seq: after + BigInt(i) + 1n }) as Event);
  }

  async #read<T>(answer: () => T): Promise<T> {
    await this.#pause();
    if (this.#isFailing()) throw new Error('The database does not answer.');
    return answer();
  }
}

/** Follows as PROTOCOL.md asks: after an error again, from the last event seen. */
async function follow(groups: ViewerGroups, source: EventStreamSource, pause: Pause, seen: number[]): Promise<void> {
  for (;;) {
    const log = new EventStream(source, actor, {}, BigInt(seen.at(-1) ?? 0));
    const results: AsyncIterable<ExecutionResult> = groups.open(log, args(pause), new PulledResults());
    for await (const { data, errors } of results) {
      if (errors !== undefined) break;
      seen.push((data as { event: { seq: number } }).event.seq);
    }
  }
}

describe('viewers of a log whose database fails now and then', () => {
  it('are shown every event once, in order, however reads and failures fall together', async () => {
    const steps = fc.array(fc.constantFrom('append', 'append', 'append', 'join'), { maxLength: 40 });
    const failures = fc.infiniteStream(fc.nat({ max: 9 }).map((chance) => chance < 2));
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), steps, failures, async (scheduler, whatHappens, willFail) => {
        let isHealed = false;
        const pause = () => scheduler.schedule(Promise.resolve());
        const log = new Log(pause, () => !isHealed && willFail.next().value === true);
        const groups = new ViewerGroups((error) => new GraphQLError(String(error)));
        const viewers: number[][] = [];
        const act = async (what: string) => {
          if (what === 'append') log.append();
          else void follow(groups, log.source, pause, viewers[viewers.push([]) - 1] ?? []);
          return Promise.resolve();
        };
        scheduler.scheduleSequence(['join', ...whatHappens].map((what) => () => act(what)));
        await scheduler.waitIdle();
        isHealed = true;
        log.append();
        await scheduler.waitIdle();
        const all = Array.from({ length: Number(log.length) }, (_, i) => i + 1);
        for (const seen of viewers) expect(seen).toEqual(all);
      }),
      propertyRuns(300),
    );
  });
});
