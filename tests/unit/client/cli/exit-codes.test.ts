import { describe, expect, it } from 'vitest';
import { Refused } from '#client/api/refused.ts';
import { ServerFault } from '#client/api/server-fault.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';
import { CliError, usageError } from '#client/cli/cli-error.ts';
import { exitCodeOf } from '#client/cli/exit-codes.ts';
import { errorCodes } from '#server/errors.ts';

describe('exit codes', () => {
  it.each([
    [usageError('x'), 2],
    [new CliError('HASH_MISMATCH', 7, 'x'), 7],
    [new ServerUnreachable('http://x', new Error('y'), 1), 6],
    [new ServerFault('x'), 1],
    [new TypeError('x'), 1],
  ])('of %s', (error, code) => {
    expect(exitCodeOf(error)).toBe(code);
  });

  it('of a refusal are 4 unless it belongs to a class of its own', () => {
    const codes = Object.keys(errorCodes).map((code): [string, number] => [code, exitCodeOf(new Refused(code, ''))]);
    expect(Object.fromEntries(codes.filter(([, exitCode]) => exitCode !== 4))).toEqual({
      INTERNAL: 1,
      VALIDATION_FAILED: 2,
      SYNC_MODE: 2,
      PAYLOAD_TOO_LARGE: 2,
      BAD_REQUEST: 2,
      QUERY_TOO_COMPLEX: 2,
      NOT_FOUND: 3,
      UNAUTHENTICATED: 5,
      FORBIDDEN: 5,
      DATABASE_UNAVAILABLE: 6,
      SERVER_OUTDATED: 6,
    });
  });
});
