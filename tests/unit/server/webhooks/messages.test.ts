import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, retryWaitMs } from '#server/webhooks/delivery/retry-schedule.ts';
import { problemOf, SendRefused } from '#server/webhooks/outbound/problem.ts';
import { redactedAnswer } from '#server/webhooks/outbound/redacted-answer.ts';
import { signatureHeaders } from '#server/webhooks/signing/sign.ts';
import { asSecret, mintKey } from '#server/webhooks/signing/signing-secret.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const now = new Date();

describe('a signature', () => {
  it('is one that the library of the standard accepts, whatever the body', () => {
    fc.assert(
      fc.property(fc.json(), fc.uuid(), (body, messageId) => {
        const key = mintKey();
        const headers = signatureHeaders([key], { messageId, at: now, body });
        expect(new Webhook(asSecret(key)).verify(body, headers)).toEqual(JSON.parse(body));
      }),
      propertyRuns(),
    );
  });

  it('comes once for each key, so that the secret before verifies as well as the new one', () => {
    const keys = [mintKey(), mintKey()];
    const headers = signatureHeaders(keys, { messageId: 'evt_1', at: now, body: '{}' });
    for (const key of keys) expect(new Webhook(asSecret(key)).verify('{}', headers)).toEqual({});
    expect(() => new Webhook(asSecret(mintKey())).verify('{}', headers)).toThrow();
    expect(() => new Webhook(asSecret(keys[0] ?? mintKey())).verify('{ }', headers)).toThrow();
  });
});

describe('the waits between attempts', () => {
  it('are those of the schedule, a little longer by chance, and end after three days', () => {
    const waits = (random: number) =>
      Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => retryWaitMs(i + 1, random, undefined, now) ?? 0);
    expect(waits(0)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1_000));
    expect(waits(1)).toEqual(waits(0).map((wait) => wait * 1.2));
    expect(retryWaitMs(MAX_ATTEMPTS, 0, undefined, now)).toBeUndefined();
  });

  it('heed what the receiver asks for, up to a day', () => {
    const asked = (retryAfter: string) => retryWaitMs(1, 0, retryAfter, now);
    expect(asked('120')).toBe(120_000);
    expect(asked('1')).toBe(5_000);
    expect(asked('999999999')).toBe(86_400_000);
    expect(asked(new Date(now.getTime() + 60_000).toUTCString())).toBeGreaterThan(58_000);
    for (const nonsense of ['', 'soon', '-5', '1e9', new Date(0).toUTCString()]) expect(asked(nonsense)).toBe(5_000);
  });
});

describe('what a receiver answers', () => {
  it.each([
    ['Authorization: Bearer abcdefghijklmnop', 'abcdefghijklmnop'],
    ['{"token":"s3cr3t-value"}', 's3cr3t-value'],
    ['api_key=12345678&x=1', '12345678'],
    ['postgres://me:hunter2@db/x', 'hunter2'],
    ['you sent whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    [`krn_${'0123456789abcdef'.repeat(3).slice(0, 43)}`, '0123456789abcdef'],
  ])('is kept without the secret in %j', (answer, secret) => {
    expect(redactedAnswer(answer)).not.toContain(secret);
    expect(redactedAnswer(answer)).toContain('[redacted:');
  });

  it('is kept short and storable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (answer) => {
        const kept = redactedAnswer(answer);
        expect(kept.length).toBeLessThanOrEqual(500);
        expect(kept.isWellFormed() && !kept.includes('\0')).toBe(true);
      }),
      propertyRuns(),
    );
  });
});

describe('a failure', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code });

  it.each([
    ['ENOTFOUND', 'NAME_NOT_FOUND'],
    ['ECONNREFUSED', 'CONNECTION_REFUSED'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['CERT_HAS_EXPIRED', 'TLS_FAILED'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS_FAILED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS_FAILED'],
    ['HPE_INVALID_CONSTANT', 'CONNECTION_LOST'],
  ])('%s is told as %s', (code, problem) => {
    expect(problemOf(coded(code))).toBe(problem);
    expect(problemOf(new AggregateError([coded(code), coded('EOTHER')]))).toBe(problem);
  });

  it('that we caused is told as what it is', () => {
    expect(problemOf(new SendRefused('ADDRESS_REFUSED'))).toBe('ADDRESS_REFUSED');
  });
});
