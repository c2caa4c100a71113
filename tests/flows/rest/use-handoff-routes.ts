import { afterAll, beforeAll, expect } from 'vitest';
import type { App } from '#server/app.ts';
import type { Scope } from '#server/auth/scopes.ts';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { type Extras, send } from './send.ts';

/** An application with one work item for the tests of a `describe`, and the steps of a handoff over the plain routes. */
export function useHandoffRoutes() {
  let test: TestApp;
  let workItemId: string;

  beforeAll(async () => {
    test = await createTestApp();
    workItemId = await addWorkItem(test.app, test.owner);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const ask = (request: string, body?: unknown, extras?: Extras) => send(test, request, body, extras);
  const tokenWith = async (...scopes: Scope[]): Promise<string> => {
    const input = { name: 'script', scopes, idempotencyKey: newKey() };
    return (await test.app.services.tokens.createToken(test.owner, input)).secret ?? '';
  };
  const requested = async (): Promise<string> => {
    const { body } = await ask(`POST /work/${workItemId}/handoffs`, {
      target_runtime: 'claude-code',
      purpose: 'review',
    });
    return String(body['id']);
  };
  const compiled = async (): Promise<string> => {
    const id = await requested();
    expect((await ask(`POST /handoffs/${id}/compile`)).status).toBe(200);
    return id;
  };
  const newSession = async () => (await addSession(test.app, test.owner, workItemId, 'claude')).sessionId;
  const app = (): App => test.app;
  const work = (): string => workItemId;
  return { app, work, ask, tokenWith, requested, compiled, newSession };
}
