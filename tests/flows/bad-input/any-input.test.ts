import fc from 'fast-check';
import { type GraphQLField, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { anyValue, type KnownValues } from '#tests/support/any-input.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { flawsOf } from '#tests/support/scenes/whole-record.ts';
import { queries } from '../access/attempts.ts';
import { documentOf } from '../access/document-of.ts';
import { createVictim, type Victim } from '../access/victim.ts';

const fieldsOf = (root: ReturnType<typeof schema.getQueryType>) => Object.values(root?.getFields() ?? {});
/** The credential that everything is asked with: ending it is proven elsewhere. */
const ENDS_CREDENTIALS = ['rotateToken', 'revokeToken'];

let test: TestApp;
let victim: Victim;
let known: KnownValues;

beforeAll(async () => {
  test = await createTestApp();
  victim = await createVictim(test);
  const ids = [...Object.values(victim.nodes), victim.sessionId, victim.destinationId, victim.uploadId];
  const spareToken = await test.app.services.tokens.createToken(test.owner, {
    name: 'spare',
    scopes: ['work.read'],
    idempotencyKey: newKey(),
  });
  known = {
    ids: ids.filter((id) => id !== test.owner.tokenId),
    byField: {
      ...{ handoffId: [victim.handoffId], packageHash: [victim.packageHash], toSessionId: [victim.destinationId] },
      ...{ decisionId: [victim.decisionId], blockerId: [victim.blockerId], tokenId: [spareToken.tokenId] },
      ...{
        key: ['AUTH-1'],
        keyPrefix: ['AUTH'],
        runtime: ['codex'],
        revision: [1, 2],
        path: ['src/a.ts'],
        scopes: ['work.read'],
      },
      idempotencyKey: Array.from({ length: 2_000 }, newKey),
    },
  };
});
afterAll(() => test[Symbol.asyncDispose]());

/** Arguments of any kind: the required ones always, the others sometimes. */
const anyArguments = (field: GraphQLField<unknown, unknown>) =>
  fc.record(Object.fromEntries(field.args.map((arg) => [arg.name, anyValue(arg.type, known, arg.name)])), {
    requiredKeys: field.args.filter(isRequiredArgument).map(({ name }) => name),
  });

interface Sent {
  readonly variables: Record<string, unknown>;
  readonly status: number;
  readonly text: string;
}

async function sendAll(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  numRuns: number,
): Promise<Sent[]> {
  const inputs = fc.sample(anyArguments(field), propertyRuns(numRuns)) as Record<string, unknown>[];
  return Promise.all(
    inputs.map(async (variables) => {
      const response = await fetch(`${test.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${test.ownerToken}` },
        body: JSON.stringify({ query: documentOf(kind, field, variables), variables }),
      });
      return { variables, status: response.status, text: await response.text() };
    }),
  );
}

const faults = (sent: readonly Sent[]) =>
  sent
    .filter(({ status, text }) => status >= 500 || text.includes('"INTERNAL"') || text.includes('Syntax Error'))
    .map(
      ({ variables, status, text }) =>
        `${status} ${text.slice(0, 300)} for ${JSON.stringify(variables).slice(0, 1_000)}`,
    );

describe('whatever is sent that the schema takes', () => {
  it.each(fieldsOf(schema.getMutationType()).filter(({ name }) => !ENDS_CREDENTIALS.includes(name)))(
    'is done or refused by $name, and is never a fault',
    async (field) => {
      expect(faults(await sendAll('mutation', field, 30))).toEqual([]);
    },
  );

  it.each(fieldsOf(schema.getQueryType()))('is answered or refused by $name, and is never a fault', async (field) => {
    expect(faults(await sendAll('query', field, 20))).toEqual([]);
  });

  it('leaves a record that is whole, and that every query can read', async () => {
    expect(await flawsOf(test.app.prisma)).toEqual([]);
    const answers = await Promise.all(
      fieldsOf(schema.getQueryType()).map((field) => {
        const variables = queries[field.name]?.(victim) ?? {};
        return test.graphql(documentOf('query', field, variables), variables);
      }),
    );
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
  });
});
