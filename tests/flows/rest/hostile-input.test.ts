import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '#server/http/rest/operations.ts';
import type { TestApp } from '#tests/support/server/test-app.ts';
import { createExampleApp, named, sendExample } from './example-app.ts';
import { send } from './send.ts';

/** Values that no field expects, or that no database holds. */
const hostile = [null, '', 'a\0b', '\ud800', 'x'.repeat(50_000), -1, 1.5, 1e300, true, [], [null], ['\0'], { a: 1 }];

/** What must exist for the examples of the others to be about something. */
const scene = [
  'createWorkItem',
  'registerSession',
  'registerSession',
  'recordDecision',
  'raiseBlocker',
  'requestHandoff',
  'compileHandoff',
];

let app: TestApp;

beforeAll(async () => {
  app = await createExampleApp();
  for (const name of scene) expect((await sendExample(app, named(name))).body.error).toBeUndefined();
});
afterAll(() => app[Symbol.asyncDispose]());

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const withBodies = operations.filter(({ body }) => body !== undefined).map(({ name }) => name);

describe('hostile input on the plain routes', () => {
  it.each(withBodies)('is never a fault of the server in a field of %s', async (name) => {
    const operation = named(name);
    for (const field of fieldsOf(operation.body)) {
      for (const value of hostile) {
        const { status, body } = await sendExample(app, operation, {
          ...(operation.example.body as object),
          [field]: value,
        });
        expect([field, value, status < 500, body.error?.code === 'INTERNAL']).toEqual([field, value, true, false]);
      }
    }
  });

  it('is never a fault of the server in a path or a query', async () => {
    const odd = [
      '%00',
      '%ED%A0%80',
      '..',
      '%2e%2e%2f',
      'wrk_%00',
      'wrk_',
      'x'.repeat(4_000),
      '%F0%9F%92%A5',
      "'; --",
      '_%25',
    ];
    for (const { method, path, query } of operations.filter((one) => one.method === 'GET')) {
      const inPath = path.includes('{id}')
        ? odd.map((text) => path.replace('{id}', encodeURI(text).replaceAll('%25', '%')))
        : [];
      const inQuery = fieldsOf(query).flatMap((field) =>
        odd.map((text) => `${path.replace('{id}', 'AUTH-1')}?${field}=${text}`),
      );
      for (const request of [...inPath, ...inQuery]) {
        const { status } = await send(app, `${method} ${request.replaceAll(' ', '+')}`);
        expect([request.slice(0, 100), status < 500]).toEqual([request.slice(0, 100), true]);
      }
    }
  });
});
