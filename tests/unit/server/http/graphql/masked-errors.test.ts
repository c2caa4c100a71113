import { GraphQLError } from 'graphql';
import { expect, it } from 'vitest';
import { NotFoundError } from '#server/errors.ts';
import { createErrorMask } from '#server/http/graphql/masked-errors.ts';
import { underRequest } from '#server/http/current-request.ts';
import { createIds } from '#server/ids.ts';
import { createLogger } from '#server/logger.ts';

const lines: string[] = [];
const log = createLogger({ logLevel: 'info', logFormat: 'json' }, { write: (line) => lines.push(line) });
const mask = createErrorMask(log, createIds());

it('logs a fault under the ids of the fault and of its request, and tells the caller the fault’s alone', async () => {
  const fault = new GraphQLError('x', { originalError: new Error('the disk is on fire') });
  const masked = await underRequest('req_1', async () => mask(fault));
  const { eventId } = (masked as GraphQLError).extensions;
  expect(masked.message).toBe('Unexpected error.');
  expect(JSON.stringify(masked)).not.toContain('fire');
  const logged = JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  expect(logged).toMatchObject({ eventId, requestId: 'req_1', err: { message: 'the disk is on fire' } });
});

it('passes a refusal on with its code, and logs nothing', () => {
  const before = lines.length;
  const masked = mask(new GraphQLError('x', { originalError: new NotFoundError('work item', 'AUTH-9') }));
  expect((masked as GraphQLError).extensions['code']).toBe('NOT_FOUND');
  expect(lines.length).toBe(before);
});
