import { describe, expect, it } from 'vitest';
import type { OwnerSession } from '#server/db/embedded/owner-session.ts';
import { Supervisor } from '#server/db/embedded/supervisor.ts';
import { createLogger } from '#server/logger.ts';
import { StartupError } from '#server/startup-error.ts';

/** A PostgreSQL whose every start does as `starts` says in turn: an error to throw, or undefined to run. */
function fakePostgres(...starts: (Error | undefined)[]) {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  const session: OwnerSession = { expectLoss: () => undefined, end: async () => undefined };
  const fake = { starts: 0, stops: 0, lines, lose: (_error: Error): void => undefined };
  const supervisor = new Supervisor({
    log,
    delaysMs: [0, 1, 1],
    bringUp: async (onLost) => {
      fake.lose = onLost;
      const failure = starts[fake.starts++];
      if (failure !== undefined) throw failure;
      return session;
    },
    takeDown: async () => void (fake.stops += 1),
  });
  return { fake, supervisor };
}

const gone = new Error('Connection terminated unexpectedly');

describe('the supervisor of the private PostgreSQL', () => {
  it('starts it again when it went away, and says so', async () => {
    const { fake, supervisor } = fakePostgres();
    await supervisor.start();
    fake.lose(gone);
    expect(supervisor.outage).toBe('The private PostgreSQL went away and is started again: try 1 of 3.');
    await expect.poll(() => supervisor.outage).toBeUndefined();
    expect(fake.starts).toBe(2);
    expect(fake.lines.join('')).toContain('runs again');
    await supervisor.stop();
    expect(fake.stops).toBe(1);
  });

  it('tries again when a start fails', async () => {
    const { fake, supervisor } = fakePostgres(undefined, new Error('no'), undefined);
    await supervisor.start();
    fake.lose(gone);
    await expect.poll(() => supervisor.outage).toBeUndefined();
    expect(fake.starts).toBe(3);
  });

  it('gives it up after its last try, naming why, and stops nothing then', async () => {
    const failure = new StartupError('EMBEDDED_START_FAILED', 'The disk is full.', 'Make room.');
    const { fake, supervisor } = fakePostgres(undefined, failure, failure, failure);
    await supervisor.start();
    fake.lose(gone);
    await expect(supervisor.givenUp).rejects.toMatchObject({
      code: 'EMBEDDED_LOST',
      message: 'The private PostgreSQL went away and could not be started again. The disk is full.',
      remedy: 'Make room.',
    });
    await supervisor.stop();
    expect([fake.starts, fake.stops]).toEqual([4, 0]);
  });

  it('gives it up too when each start is followed by another loss', async () => {
    const { fake, supervisor } = fakePostgres();
    await supervisor.start();
    for (let loss = 1; loss <= 3; loss++) {
      fake.lose(gone);
      await expect.poll(() => supervisor.outage).toBeUndefined();
    }
    fake.lose(gone);
    await expect(supervisor.givenUp).rejects.toMatchObject({ code: 'EMBEDDED_LOST' });
  });

  it('leaves it at once to another server that has taken the data folder over', async () => {
    const taken = new StartupError('DATA_DIR_IN_USE', 'The data folder belongs to another.', 'Use that server.');
    const { fake, supervisor } = fakePostgres(undefined, taken);
    await supervisor.start();
    fake.lose(gone);
    await expect(supervisor.givenUp).rejects.toMatchObject({ remedy: 'Use that server.' });
    await supervisor.stop();
    expect([fake.starts, fake.stops]).toEqual([2, 0]);
  });

  it('waits for a restart that is under way before it stops', async () => {
    const { fake, supervisor } = fakePostgres();
    await supervisor.start();
    fake.lose(gone);
    await supervisor.stop();
    expect(fake.stops).toBe(fake.starts === 2 ? 1 : 0);
  });
});
