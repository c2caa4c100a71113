import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '#server/db/is-database-unavailable.ts';

const errorOf = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

describe('an error says that the database is away', () => {
  it.each([
    ['refuses the connection', errorOf({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['has no socket yet', errorOf({ code: 'ENOENT', clientVersion: '7' }, 'connect ENOENT /s/.s.PGSQL.5432')],
    ['breaks under a write', errorOf({ code: 'EPIPE', clientVersion: '7' }, 'write EPIPE')],
    [
      'is not reached by a raw query',
      errorOf({ code: 'P2010', meta: { driverAdapterError: { cause: { kind: 'DatabaseNotReachable' } } } }),
    ],
    ['ends its connections', errorOf({ cause: { kind: 'postgres', code: '57P01' } })],
    ['is starting', errorOf({ code: '57P03' })],
    ['breaks off without a code', new Error('Connection terminated unexpectedly')],
    ['gives no connection in time', new Error('timeout exceeded when trying to connect')],
    ['lets a transaction take too long', errorOf({ code: 'P2028' })],
    ['has no connection left', errorOf({ code: '53300' })],
    ['has several addresses that refuse', new AggregateError([errorOf({ code: 'ECONNREFUSED', syscall: 'connect' })])],
  ])('when it %s', (_name, error) => expect(isDatabaseUnavailable(error)).toBe(true));

  it.each([
    ['a missing file', errorOf({ code: 'ENOENT', syscall: 'open' })],
    ['a broken rule of a table', errorOf({ code: 'P2002', clientVersion: '7' })],
    ['a mistake in a query', errorOf({ code: '42703' })],
    ['a mistake of ours', new TypeError('x is undefined')],
    ['nothing', undefined],
  ])('and not when it is %s', (_name, error) => expect(isDatabaseUnavailable(error)).toBe(false));
});
