import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lineage } from '#client/api/operations/sessions/lineage.ts';
import { type DrawnLineage, drawnLineage } from '#client/web/lineage/drawn-lineage.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

type Node = Lineage['nodes'][number];
type Edge = Lineage['edges'][number];
const at = '2026-11-30T08:00:00.000Z';
const session = (id: string, runtime: string): Node => ({
  ...{ id, kind: 'SESSION', runtime, purpose: 'implement', state: 'COMPLETED', exitReason: null, at },
});
const handoff = (id: string, runtime: string): Node => ({
  ...{ id, kind: 'HANDOFF', runtime, purpose: 'review', state: 'ACCEPTED', exitReason: null, at },
});
const edge = (kind: Edge['kind'], fromId: string, toId: string): Edge => ({ kind, fromId, toId });
const none: ReadonlySet<string> = new Set();
const shown = ({ nodes }: DrawnLineage) =>
  nodes.map((node) => (node.kind === 'RUN' ? `${node.sessions.length} from ${node.id}` : node.id));
const links = ({ edges }: DrawnLineage) => edges.map(({ fromId, toId }) => `${fromId} → ${toId}`);

/** Two sessions of codex, a handoff to claude, and two sessions of claude with a handoff between them. */
const story: Lineage = {
  nodes: [
    ...[session('a', 'codex'), session('b', 'codex'), handoff('h', 'claude'), session('c', 'claude')],
    ...[handoff('i', 'claude'), session('d', 'claude')],
  ],
  edges: [
    ...[edge('PARENT', 'a', 'b'), edge('SOURCE', 'b', 'h'), edge('CONTINUES', 'h', 'c'), edge('PARENT', 'b', 'c')],
    ...[edge('SOURCE', 'c', 'i'), edge('CONTINUES', 'i', 'd'), edge('PARENT', 'c', 'd')],
  ],
  omitted: 0,
};

describe('a lineage as it is drawn', () => {
  it('tells a descent once where a handoff tells it already', () => {
    expect(links(drawnLineage(story))).toEqual(['a → b', 'b → h', 'h → c', 'c → i', 'i → d']);
  });

  it('makes one of the sessions of a runtime that follow each other, with the handoffs among them', () => {
    const drawn = drawnLineage(story, none);
    expect(shown(drawn)).toEqual(['2 from a', 'h', '2 from c']);
    expect(links(drawn)).toEqual(['a → h', 'h → c']);
    expect(drawn.nodes[2]).toMatchObject({ runtime: 'claude', handoffCount: 1 });
    expect(drawn.placeOf.get('i')).toBe('c');
  });

  it('shows each session of a run that is open, and how many there are to fold again', () => {
    const drawn = drawnLineage(story, new Set(['c']));
    expect(shown(drawn)).toEqual(['2 from a', 'h', 'c', 'i', 'd']);
    expect([...drawn.opened]).toEqual([['c', 2]]);
  });

  it('leaves a handoff that nobody took on where it is', () => {
    const nodes = [session('a', 'codex'), session('b', 'codex'), handoff('h', 'codex')];
    const drawn = drawnLineage(
      { nodes, edges: [edge('PARENT', 'a', 'b'), edge('SOURCE', 'a', 'h')], omitted: 0 },
      none,
    );
    expect(shown(drawn)).toEqual(['2 from a', 'h']);
    expect(links(drawn)).toEqual(['a → h']);
  });
});

/** Lineages as the server gives them, and stranger ones: what a session descends from need not be what it continues. */
const lineages = fc
  .array(
    fc.record({
      isHandoff: fc.boolean(),
      runtime: fc.constantFrom('codex', 'claude'),
      one: fc.double({ min: 0, max: 1, noNaN: true }),
      other: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 40 },
  )
  .map((plan): Lineage => {
    const nodes = plan.map(({ isHandoff, runtime }, n) => (isHandoff ? handoff : session)(`n${n}`, runtime));
    const edges = plan.flatMap(({ isHandoff, one, other }, n): Edge[] => {
      const before = nodes.slice(0, n);
      const pick = (kind: Node['kind'], where: number) => {
        const some = before.filter((node) => node.kind === kind);
        return some[Math.floor(where * (some.length + 1))]?.id;
      };
      const source = pick('SESSION', one);
      const continued = pick('HANDOFF', other);
      return [
        ...(source === undefined ? [] : [edge(isHandoff ? 'SOURCE' : 'PARENT', source, `n${n}`)]),
        ...(isHandoff || continued === undefined ? [] : [edge('CONTINUES', continued, `n${n}`)]),
      ];
    });
    return { nodes, edges, omitted: 0 };
  });

/** Whether every node can be put behind all that leads to it. */
function hasOrder({ nodes, edges }: DrawnLineage): boolean {
  const left = new Set(nodes.map(({ id }) => id));
  for (let before = -1; left.size !== before;) {
    before = left.size;
    for (const id of left) if (!edges.some(({ fromId, toId }) => toId === id && left.has(fromId))) left.delete(id);
  }
  return left.size === 0;
}

describe('folding any lineage', () => {
  it('keeps every entry in one place, makes no circle, and links only what is drawn', () => {
    fc.assert(
      fc.property(lineages, (lineage) => {
        const drawn = drawnLineage(lineage, none);
        const ids = new Set(drawn.nodes.map(({ id }) => id));
        expect(ids.size).toBe(drawn.nodes.length);
        for (const { id } of lineage.nodes) expect(ids.has(drawn.placeOf.get(id) ?? '')).toBe(true);
        for (const { fromId, toId } of drawn.edges) expect(ids.has(fromId) && ids.has(toId)).toBe(true);
        for (const node of drawn.nodes) {
          if (node.kind !== 'RUN') continue;
          expect(new Set(node.sessions.map(({ runtime }) => runtime))).toEqual(new Set([node.runtime]));
        }
        expect(hasOrder(drawn)).toBe(true);
      }),
      propertyRuns(),
    );
  });

  it('is undone by opening every run', () => {
    fc.assert(
      fc.property(lineages, (lineage) => {
        const all = new Set(lineage.nodes.map(({ id }) => id));
        const { nodes, edges } = drawnLineage(lineage, all);
        expect({ nodes, edges }).toEqual((({ nodes, edges }) => ({ nodes, edges }))(drawnLineage(lineage)));
      }),
      propertyRuns(),
    );
  });
});
