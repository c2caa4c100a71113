import { buildSchema, type ExecutionArgs, GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '#schema/context.ts';
import type { Actor } from '#server/auth/actor.ts';
import { EventExecution } from '#server/http/realtime/event-execution.ts';

const schema = buildSchema(
  'type Query { a: Int } type Subscription { event: Event! } type Event { seq: Int! me: String! may: Boolean! }',
);
let executions = 0;

const viewer = (id: string): Actor => ({
  kind: 'member',
  id,
  name: id,
  organisationId: 'org_1',
  tokenId: `tok_${id}`,
  scopes: new Set(['work.read']),
  role: 'MEMBER',
});

const args = (actor: Actor, selection: string): ExecutionArgs => ({
  schema,
  document: parse(`subscription { event { ${selection} } }`),
  contextValue: { actor },
  fieldResolver: (source: unknown, _args, { actor }: Context, { fieldName }) => {
    if (fieldName === 'event') executions += 1;
    if (fieldName === 'me') return actor?.id;
    if (fieldName === 'may') return actor?.scopes.has('work.read');
    return fieldName === 'event' ? source : (source as { seq: number }).seq;
  },
});

const execution = (id: string, selection: string) =>
  new EventExecution(args(viewer(id), selection), (error) => error as Error);

describe('the execution of an event', () => {
  it('has a result for all who hold the same rights, with JSON that is written once', async () => {
    const result = await execution('mia', 'seq may').resultForAll({ seq: 1 });
    expect(result?.stringify()).toBe('{"data":{"event":{"seq":1,"may":true}}}');
    expect(result?.stringify()).toBe(result?.stringify());
  });

  it('has none where a resolver looked at who is asking, and does not try again', async () => {
    const personal = execution('mia', 'seq me');
    executions = 0;
    for (const seq of [1, 2]) expect(await personal.resultForAll({ seq })).toBeUndefined();
    expect(executions).toBe(1);
    const own = await Promise.all(['mia', 'noa'].map((id) => execution(id, 'seq me').resultOf({ seq: 3 })));
    expect(own.map(({ data }) => data)).toEqual([{ event: { seq: 3, me: 'mia' } }, { event: { seq: 3, me: 'noa' } }]);
  });

  it('tells the viewer what a resolver refused, masked, beside what it may see', async () => {
    const failing = args(viewer('mia'), 'seq may');
    failing.fieldResolver = (source: unknown, _args, _context, { fieldName }) => {
      if (fieldName === 'event') return source;
      throw new Error('secret');
    };
    const { errors } = await new EventExecution(failing, () => new GraphQLError('masked')).resultOf({ seq: 1 });
    expect(errors?.map(({ message }) => message)).toEqual(['masked']);
  });
});
