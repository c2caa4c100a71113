import { describe, expect, it } from 'vitest';
import { nodeBeside, pathThrough } from '#client/web/lineage/follow.ts';
import { layOut, NODE_HEIGHT, NODE_WIDTH, type Places, readableAround } from '#client/web/lineage/layout.ts';

const nodes = Array.from({ length: 200 }, (_, n) => ({ id: `n${n}` }));
const chain = nodes.slice(1).map((_, n) => ({ fromId: `n${n}`, toId: `n${n + 1}` }));
/** Every node has two that follow from it. */
const tree = nodes.slice(1).map((_, n) => ({ fromId: `n${Math.floor(n / 2)}`, toId: `n${n + 1}` }));
const wide = { width: 1130, height: 630 };
const narrow = { width: 364, height: 630 };

/** Each takes a while: they are laid out once. */
const layouts = {
  'a chain, in a wide frame': layOut(nodes, chain, wide),
  'a chain, in a narrow frame': layOut(nodes, chain, narrow),
  'a tree, in a wide frame': layOut(nodes, tree, wide),
  'a tree, in a narrow frame': layOut(nodes, tree, narrow),
};

function overlaps(places: Places): string[] {
  const all = [...places];
  return all.flatMap(([id, one], at) =>
    all
      .slice(at + 1)
      .filter(([, other]) => Math.abs(one.x - other.x) < NODE_WIDTH && Math.abs(one.y - other.y) < NODE_HEIGHT)
      .map(([other]) => `${id} ${other}`),
  );
}

describe('a lineage of 200', () => {
  it.each(Object.entries(layouts))('has each in a place of its own: %s', (_, { places }) => {
    expect(places.size).toBe(200);
    expect(overlaps(places)).toEqual([]);
  });

  it('is laid in lines where it is a chain, so that thirty can be read at once', () => {
    const { places, isDown } = layouts['a chain, in a wide frame'];
    expect(isDown).toBe(false);
    expect(readableAround('n199', places, wide).length).toBeGreaterThanOrEqual(30);
    expect(readableAround('n199', places, wide)).toContain('n199');
  });

  it('goes down where two would not fit beside each other, and so do the keys', () => {
    const layout = layouts['a chain, in a narrow frame'];
    expect(layout.isDown).toBe(true);
    expect(readableAround('n100', layout.places, narrow).length).toBeGreaterThanOrEqual(6);
    expect(nodeBeside('n100', 'ArrowDown', chain, layout)).toBe('n101');
    expect(nodeBeside('n100', 'ArrowUp', chain, layout)).toBe('n99');
  });

  it('is followed along its edges from line to line, and across to what lies beside', () => {
    const layout = layouts['a chain, in a wide frame'];
    const ends = nodes.filter(({ id }) => nodeBeside(id, 'ArrowRight', chain, layout) === undefined);
    expect(ends).toEqual([{ id: 'n199' }]);
    const below = nodeBeside('n0', 'ArrowDown', chain, layout) ?? '';
    expect(layout.places.get(below)?.x).toBe(layout.places.get('n0')?.x);
    expect(nodeBeside(below, 'ArrowUp', chain, layout)).toBe('n0');
    expect(nodeBeside('n0', 'ArrowLeft', chain, layout)).toBeUndefined();
  });

  it('has a path through each that is what leads to it and what follows from it', () => {
    expect(pathThrough('n1', tree).has('n0')).toBe(true);
    expect(pathThrough('n1', tree).has('n3')).toBe(true);
    expect(pathThrough('n1', tree).has('n2')).toBe(false);
  });
});
