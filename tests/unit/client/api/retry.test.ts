import { describe, expect, it } from 'vitest';
import { Refused } from '#client/api/refused.ts';
import { payloadOf } from '#client/api/result.ts';
import { withRetries } from '#client/api/retry.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';

const lost = () => new ServerUnreachable('http://x', new Error('reset'), 1000);

describe('a lost answer', () => {
  it('is asked for again until it comes', async () => {
    const failures = [lost(), new Refused('IDEMPOTENCY_IN_PROGRESS', 'running')];
    const answer = await withRetries(async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return 'first answer';
    }, [0, 0, 0]);
    expect(answer).toBe('first answer');
  });

  it('is asked for a bounded number of times', async () => {
    let attempts = 0;
    const asking = withRetries(async () => {
      attempts += 1;
      throw lost();
    }, [0, 0]);
    await expect(asking).rejects.toThrow('No answer from the Kernel server at http://x');
    expect(attempts).toBe(3);
  });

  it('is not confused with a refusal, which is never repeated', async () => {
    let attempts = 0;
    const asking = withRetries(async () => {
      attempts += 1;
      throw new Refused('NOT_FOUND', 'nothing there');
    }, [0, 0]);
    await expect(asking).rejects.toThrow('nothing there');
    expect(attempts).toBe(1);
  });
});

describe('a result union', () => {
  it('gives its payload', () => {
    expect(payloadOf({ __typename: 'AcceptHandoffPayload', handoff: 1 })).toHaveProperty('handoff', 1);
  });

  it('throws its refusal with code, sentence and typed fields', () => {
    const refusal = {
      __typename: 'StalePackageError',
      code: 'STALE_PACKAGE',
      message: 'Another one.',
      currentVersion: 4,
    };
    expect(() => payloadOf(refusal)).toThrow(
      expect.objectContaining({
        code: 'STALE_PACKAGE',
        message: 'Another one.',
        details: { currentVersion: 4 },
      }) as Error,
    );
  });

  it('throws a refusal of a kind this client does not know', () => {
    expect(() => payloadOf({ __typename: 'FutureError', code: 'FUTURE', message: 'Later.' })).toThrow('Later.');
  });
});
