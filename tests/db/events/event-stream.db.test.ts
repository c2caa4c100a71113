import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream, MAX_WAITING_EVENTS } from '#server/events/event-stream.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const open = (after = 0n) => new EventStream(test.app, test.owner, { types: ['project.created'] }, after);
const followers = () => test.app.sequencer.census().followers;

async function take(stream: EventStream, count: number): Promise<bigint[]> {
  const seqs: bigint[] = [];
  while (seqs.length < count) {
    const { done, value } = await stream.next();
    if (done === true) break;
    seqs.push(value.seq);
  }
  return seqs;
}

/** The places from the one after `after` on. */
const places = (after: bigint, count: number) => Array.from({ length: count }, (_, i) => after + BigInt(i) + 1n);

async function lastSeq(): Promise<bigint> {
  const where = { id: test.owner.organisationId };
  return (await test.app.prisma.organisation.findUniqueOrThrow({ where })).lastEventSeq;
}

describe('a stream of events', () => {
  it('gives the past in pages, then what is committed while it reads, each once and in order', async () => {
    const start = await lastSeq();
    await addFacts(test.app, test.owner, 450);
    const stream = open(start);
    const seen = await take(stream, 5);
    await addFacts(test.app, test.owner, 250, 450);
    seen.push(...(await take(stream, 690)));
    const waiting = take(stream, 8);
    await addFacts(test.app, test.owner, 3, 700);
    seen.push(...(await waiting));
    expect(seen).toEqual(places(start, 703));
    await stream.return();
    expect(followers()).toBe(0);
  });

  it('lets go when it is left before its first event', async () => {
    const stream = open();
    await stream.return();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(followers()).toBe(0);
  });

  it('lets go when it is left while it reads, and while it waits; what was asked for then ends', async () => {
    const reading = open();
    const read = reading.next();
    await reading.return();
    expect(await read).toEqual({ done: true, value: undefined });
    const waiting = open(await lastSeq());
    const next = waiting.next();
    await expect.poll(followers).toBe(1);
    await waiting.return();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(followers()).toBe(0);
  });

  it('ends with ConsumerTooSlowError for a reader that stopped, and holds nothing for it meanwhile', async () => {
    const start = await lastSeq();
    const stream = open(start);
    const first = stream.next();
    await expect.poll(followers).toBe(1);
    await addFacts(test.app, test.owner, 1);
    expect((await first).value).toMatchObject({ seq: start + 1n });
    await addFacts(test.app, test.owner, MAX_WAITING_EVENTS + 1, 1);
    await expect.poll(followers).toBe(0);
    await expect(stream.next()).rejects.toMatchObject({ code: 'CONSUMER_TOO_SLOW' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('shares one reader of the log with all others of its organisation', async () => {
    const start = await lastSeq();
    const streams = Array.from({ length: 20 }, () => open(start));
    const firsts = streams.map((stream) => stream.next());
    await expect.poll(followers).toBe(20);
    expect(test.app.sequencer.census().tails).toBe(1);
    await addFacts(test.app, test.owner, 1);
    for (const first of firsts) expect((await first).value).toMatchObject({ seq: start + 1n });
    await Promise.all(streams.map((stream) => stream.return()));
    expect(test.app.sequencer.census()).toMatchObject({ tails: 0, followers: 0 });
  });
});
