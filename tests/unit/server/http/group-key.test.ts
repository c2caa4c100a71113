import fc from 'fast-check';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Actor } from '#server/auth/actor.ts';
import { scopes } from '#server/auth/scopes.ts';
import { groupKey } from '#server/http/realtime/group-key.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const viewer: Actor = {
  kind: 'session',
  id: 'ses_1',
  name: 'codex',
  organisationId: 'org_1',
  tokenId: 'tok_1',
  scopes: new Set(['work.read', 'session.read']),
  role: 'MEMBER',
  machineId: 'mch_1',
  sessionId: 'ses_1',
  workItemId: 'wrk_1',
};
const document = parse(
  'subscription S($after: String, $n: Int) { events(after: $after) { id workItem(n: $n) { id } } }',
);
const key = (actor: Actor | null, variableValues: Record<string, unknown> = {}, text = document, name?: string) =>
  groupKey(actor, { document: text, variableValues, operationName: name });

describe('the key of a group of viewers', () => {
  it.each([
    ['organisation', { organisationId: 'org_2' }],
    ['kind', { kind: 'member' }],
    ['scopes', { scopes: new Set(['work.read']) }],
    ['role', { role: 'OWNER' }],
    ['machine', { machineId: 'mch_2' }],
    ['session', { sessionId: 'ses_2' }],
    ['work item', { workItemId: 'wrk_2' }],
  ] as [string, Partial<Actor>][])('differs by the %s that bounds their rights', (_name, other) => {
    expect(key({ ...viewer, ...other })).not.toBe(key(viewer));
  });

  it('differs from that of nobody', () => {
    expect(key(null)).not.toBe(key(viewer));
  });

  it('is the same for another person or credential of the same rights, in whatever order the scopes are', () => {
    const other = { id: 'x', name: 'x', tokenId: 'x', scopes: new Set([...viewer.scopes].reverse()) };
    expect(key({ ...viewer, ...other })).toBe(key(viewer));
  });

  it('leaves out where a viewer begins, and nothing that an event could show', () => {
    expect(key(viewer, { after: 'a' })).toBe(key(viewer, { after: 'b' }));
    expect(key(viewer, { n: 1 })).not.toBe(key(viewer, { n: 2 }));
    expect(key(viewer, { n: 1 })).not.toBe(key(viewer, { n: '1' }));
    expect(key(viewer, { n: null })).not.toBe(key(viewer, {}));
    const shown = parse('subscription ($after: String) { events(after: $after) { id part(of: $after) } }');
    expect(key(viewer, { after: 'a' }, shown)).not.toBe(key(viewer, { after: 'b' }, shown));
    const spread = parse(
      'subscription ($after: String) { ...S } fragment S on Subscription { events(after: $after) { id } }',
    );
    expect(key(viewer, { after: 'a' }, spread)).not.toBe(key(viewer, { after: 'b' }, spread));
  });

  it('differs by document and by the operation chosen in it', () => {
    const two = parse('subscription A { events { id } } subscription B { events { cursor } }');
    expect(key(viewer, {}, two, 'A')).not.toBe(key(viewer, {}, two, 'B'));
    expect(key(viewer, {}, two, 'A')).not.toBe(key(viewer, {}, document, 'A'));
  });

  it('is the same exactly if the variables hold the same values, in whatever order their keys are', () => {
    const variables = fc.dictionary(
      fc.string().filter((name) => name !== 'after'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(variables, variables, (some, others) => {
        const turned = Object.fromEntries(Object.entries(some).reverse());
        expect(key(viewer, turned)).toBe(key(viewer, some));
        const isSame = JSON.stringify(sorted(some)) === JSON.stringify(sorted(others));
        expect(key(viewer, others) === key(viewer, some)).toBe(isSame);
      }),
      propertyRuns(),
    );
  });

  it('differs by every subset of scopes', () => {
    const subset = fc.subarray([...scopes]);
    fc.assert(
      fc.property(subset, subset, (some, others) => {
        const [one, other] = [some, others].map((held) => key({ ...viewer, scopes: new Set(held) }));
        expect(one === other).toBe(some.join() === others.join());
      }),
      propertyRuns(),
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
