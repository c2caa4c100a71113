import { buildSchema, type ExecutionArgs, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '#schema/context.ts';
import type { Actor } from '#server/auth/actor.ts';
import { ViewerGroups } from '#server/http/realtime/viewer-groups.ts';

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

describe('a group of viewers', () => {
  it('executes an event once where it shows what all of them may see', async () => {
    const groups = new ViewerGroups((error) => error as Error);
    const members = ['mia', 'noa'].map((id) => groups.join(args(viewer(id), 'seq may')));
    executions = 0;
    const event = { seq: 1 };
    const results = await Promise.all(members.map((member) => member.resultOf(event)));
    expect(results[0]).toBe(results[1]);
    expect(results[0]?.stringify()).toBe('{"data":{"event":{"seq":1,"may":true}}}');
    expect(executions).toBe(1);
    expect(groups.size).toBe(1);
  });

  it('executes for each viewer alone what depends on who it is', async () => {
    const groups = new ViewerGroups((error) => error as Error);
    const members = ['mia', 'noa'].map((id) => groups.join(args(viewer(id), 'seq me')));
    for (const seq of [1, 2]) {
      const event = { seq };
      const results = await Promise.all(members.map((member) => member.resultOf(event)));
      expect(results.map(({ data }) => data)).toEqual([{ event: { seq, me: 'mia' } }, { event: { seq, me: 'noa' } }]);
    }
  });

  it('is gone with its last member, and a member leaves once', () => {
    const groups = new ViewerGroups((error) => error as Error);
    const [one, other] = ['mia', 'noa'].map((id) => groups.join(args(viewer(id), 'seq')));
    one?.leave();
    one?.leave();
    expect(groups.size).toBe(1);
    other?.leave();
    expect(groups.size).toBe(0);
  });
});
