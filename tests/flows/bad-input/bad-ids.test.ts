import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { type RawAnswer, sendRaw } from '#tests/support/server/raw-request.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { flawsOf } from '#tests/support/scenes/whole-record.ts';
import { mutations } from '../access/attempts.ts';
import { documentOf } from '../access/document-of.ts';
import { createVictim, type Victim } from '../access/victim.ts';

let test: TestApp;
let victim: Victim;
const answers: RawAnswer[] = [];

beforeAll(async () => {
  test = await createTestApp();
  victim = await createVictim(test);
});
afterAll(async () => {
  expect(answers.filter(({ status, codes }) => status >= 500 || codes.includes('INTERNAL'))).toEqual([]);
  expect(await flawsOf(test.app.prisma)).toEqual([]);
  expect((await fetch(`${test.url}/readyz`)).status).toBe(200);
  await test[Symbol.asyncDispose]();
});

async function askAs(token: string, query: string, variables: unknown): Promise<RawAnswer> {
  const answer = await sendRaw(test.url, token, JSON.stringify({ query, variables }));
  answers.push(answer);
  return answer;
}

const mutationFields = Object.values(schema.getMutationType()?.getFields() ?? {});

describe('ids that name nothing of the kind', () => {
  const named = mutationFields.flatMap((field) => [{ name: field.name, field }]);

  /** The input with every id in it replaced. */
  const withIds = (value: unknown, replace: (id: string) => string): unknown => {
    if (typeof value === 'string') return /^[a-z]{3}_[0-9a-f-]{36}$/.test(value) ? replace(value) : value;
    if (Array.isArray(value)) return value.map((item) => withIds(item, replace));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, replace)]));
  };
  const replacements: readonly ((id: string) => string)[] = [
    (id) => `${id.slice(0, 4)}00000000-0000-7000-8000-000000000000`,
    (id) => `${id.slice(0, 4)}${id.slice(4).toUpperCase()}`,
    (id) => (id.startsWith('wrk') ? victim.sessionId : victim.workItemId),
    (id) => (id.startsWith('pkg') ? '' : (victim.nodes['HandoffPackage'] ?? '')),
    (id) => `${id} `,
    (id) => `${id}\0`,
    () => '\ud800',
  ];

  /** What only the daemon of a machine may do; anybody else is refused before ids are looked at. */
  const ofDaemons = new Set(['ackMachineCommand', 'claimMachineCommand', 'reportLaunch']);

  it.each(named)('are not found by $name', async ({ field }) => {
    const token = ofDaemons.has(field.name) ? victim.machine.secret : test.ownerToken;
    const good = mutations[field.name]?.(victim) ?? {};
    const before = await test.app.prisma.event.count();
    for (const replace of replacements) {
      const variables = withIds(good, replace) as Record<string, unknown>;
      if (JSON.stringify(variables) === JSON.stringify(good)) continue;
      const answer = await askAs(token, documentOf('mutation', field, variables), variables);
      expect(answer.codes.length, answer.text.slice(0, 300)).toBeGreaterThan(0);
      expect(['NOT_FOUND', 'VALIDATION_FAILED'], answer.text.slice(0, 300)).toContain(answer.codes[0]);
    }
    expect(await test.app.prisma.event.count()).toBe(before);
  });
});
