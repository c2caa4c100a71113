import { edgesBy, type Ends } from './edges-by.ts';
import { NODE_WIDTH, type Layout } from './layout.ts';

/**
 * Where an arrow key leads from a node: with time or against it along an edge, and across time to the next node that is
 * drawn there, above or below.
 */
export function nodeBeside(id: string, key: string, edges: readonly Ends[], layout: Layout): string | undefined {
  const { places, isDown } = layout;
  const [on, back, after, before] = isDown
    ? ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']
    : ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'];
  if (key === on) return edges.find(({ fromId, toId }) => fromId === id && places.has(toId))?.toId;
  if (key === back) return edges.find(({ fromId, toId }) => toId === id && places.has(fromId))?.fromId;
  const here = places.get(id);
  if (here === undefined || (key !== after && key !== before)) return undefined;
  const sign = key === after ? 1 : -1;
  const along = (place: { x: number; y: number }) => (isDown ? place.x : place.y);
  const across = (place: { x: number; y: number }) => (isDown ? place.y : place.x);
  const beside = [...places].filter(
    ([, place]) => Math.abs(across(place) - across(here)) < NODE_WIDTH / 4 && sign * (along(place) - along(here)) > 0,
  );
  return beside.sort(([, one], [, other]) => sign * (along(one) - along(other)))[0]?.[0];
}

/** The ids that lead to a node and follow from it: the path that is emphasised. */
export function pathThrough(id: string, edges: readonly Ends[]): ReadonlySet<string> {
  const path = new Set([id]);
  const walk = (from: keyof Ends, to: keyof Ends) => {
    const leading = edgesBy(from, edges);
    const left = [id];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      for (const { [to]: next } of leading.get(at) ?? []) {
        if (path.has(next)) continue;
        path.add(next);
        left.push(next);
      }
    }
  };
  walk('toId', 'fromId');
  walk('fromId', 'toId');
  return path;
}
