import { createFakeClock } from '#server/clock.ts';
import { exampleId } from '#server/http/rest/nouns/example-ids.ts';
import type { Operation } from '#server/http/rest/operation.ts';
import { operations } from '#server/http/rest/operations.ts';
import type { Ids } from '#server/ids.ts';
import { newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { type Answer, send } from './send.ts';

/** Ids that count from 1 for every prefix, as the examples of the document show them. */
function createExampleIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return exampleId(prefix, count);
    },
  };
}

/** An application in which the examples of the document come true when they are sent in the order of their story. */
export async function createExampleApp(): Promise<TestApp> {
  const app = await createTestApp({ ids: createExampleIds(), clock: createFakeClock() });
  await app.app.services.work.createProject(app.owner, { keyPrefix: 'AUTH', name: 'Auth', idempotencyKey: newKey() });
  return app;
}

/** The operation of this name. */
export function named(name: string): Operation {
  const found = operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no operation ${name}`);
  return found;
}

/** Sends an operation's example, or its id with another body. */
export const sendExample = (app: TestApp, { method, path, example }: Operation, body = example.body): Promise<Answer> =>
  send(app, `${method} ${path.replace('{id}', example.id ?? '')}`, body);
