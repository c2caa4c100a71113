import dagre from '@dagrejs/dagre';
import type { Lineage } from '../../api/operations/lineage.ts';

export const NODE_WIDTH = 210;
export const NODE_HEIGHT = 62;

/** Where each node is drawn, in pixels, its top left corner. */
export type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** Lays a lineage out from left to right, in the order of its edges. */
export function layOut({ nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>): Places {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 26, ranksep: 64, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  const known = new Set(nodes.map(({ id }) => id));
  for (const { fromId, toId } of edges) if (known.has(fromId) && known.has(toId)) graph.setEdge(fromId, toId);
  dagre.layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id) as { x: number; y: number };
      return [id, { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 }];
    }),
  );
}

/** Most nodes that are shown at once when one comes to the graph: more could not be read. */
const READABLE_NODES = 9;

/** The ids of what is drawn nearest to a node, itself among them; all of a small graph. */
export function nearest(id: string, places: Places): readonly string[] {
  const centre = places.get(id);
  if (centre === undefined || places.size <= READABLE_NODES) return [...places.keys()];
  const far = ({ x, y }: { x: number; y: number }) => Math.abs(x - centre.x) / 2 + Math.abs(y - centre.y);
  return [...places]
    .sort(([, one], [, other]) => far(one) - far(other))
    .slice(0, READABLE_NODES)
    .map(([at]) => at);
}

/** Where an arrow key leads from a node: along an edge, or to the next node in the same column. */
export function nodeBeside(id: string, key: string, edges: Lineage['edges'], places: Places): string | undefined {
  if (key === 'ArrowRight') return edges.find(({ fromId, toId }) => fromId === id && places.has(toId))?.toId;
  if (key === 'ArrowLeft') return edges.find(({ fromId, toId }) => toId === id && places.has(fromId))?.fromId;
  const here = places.get(id);
  if (here === undefined || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined;
  const sign = key === 'ArrowDown' ? 1 : -1;
  const column = [...places].filter(([, { x, y }]) => Math.abs(x - here.x) < NODE_WIDTH / 2 && sign * (y - here.y) > 0);
  return column.sort(([, one], [, other]) => sign * (one.y - other.y))[0]?.[0];
}

/** The ids that lead to a node and follow from it: the path that is emphasised. */
export function pathThrough(id: string, edges: Lineage['edges']): ReadonlySet<string> {
  const path = new Set([id]);
  const walk = (from: 'fromId' | 'toId', to: 'fromId' | 'toId') => {
    const left = [id];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      for (const edge of edges) {
        if (edge[from] !== at || path.has(edge[to])) continue;
        path.add(edge[to]);
        left.push(edge[to]);
      }
    }
  };
  walk('toId', 'fromId');
  walk('fromId', 'toId');
  return path;
}
