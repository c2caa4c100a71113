import dagre from '@dagrejs/dagre';

export const NODE_WIDTH = 210;
export const NODE_HEIGHT = 62;
/** Between two nodes in the direction of time, and between two beside each other. */
const STEP_GAP = 64;
const SIDE_GAP = 26;
/** Between two lines of a long lineage: room for the edge that goes on from one to the next. */
const LINE_GAP = 58;
const MARGIN = 16;
/** How small text may be drawn, against its own size, and still be read. */
export const READABLE_ZOOM = 0.75;

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where each node is drawn, in pixels, its top left corner. */
export type Places = ReadonlyMap<string, Place>;

export interface Layout {
  readonly places: Places;
  /** Whether time goes from top to bottom, as where the frame is too narrow for two nodes beside each other. */
  readonly isDown: boolean;
}

/**
 * Lays a lineage out for a frame, in pixels of the screen: from left to right in the order of its edges, and where it is
 * long and thin in lines below each other, as text is, so that much of it can be read at once.
 */
export function layOut(
  nodes: readonly { readonly id: string }[],
  edges: readonly { readonly fromId: string; readonly toId: string }[],
  frame: Size,
): Layout {
  const width = frame.width / READABLE_ZOOM - 2 * MARGIN;
  const perLine = Math.floor((width + STEP_GAP) / (NODE_WIDTH + STEP_GAP));
  const isDown = perLine < 2;
  const graph = new dagre.graphlib.Graph();
  const margins = { marginx: MARGIN, marginy: MARGIN };
  graph.setGraph({ rankdir: isDown ? 'TB' : 'LR', nodesep: SIDE_GAP, ranksep: STEP_GAP, ...margins });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  const known = new Set(nodes.map(({ id }) => id));
  for (const { fromId, toId } of edges) if (known.has(fromId) && known.has(toId)) graph.setEdge(fromId, toId);
  dagre.layout(graph);
  const places = new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id) as Place;
      return [id, { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 }];
    }),
  );
  return { isDown, places: isDown ? places : inLines(places, perLine, frame.height / READABLE_ZOOM) };
}

/** Breaks a drawing into lines of `perLine` columns, where at least two of them can be seen at once in `height`. */
function inLines(places: Places, perLine: number, height: number): Places {
  const columns = [...new Set([...places.values()].map(({ x }) => x))].sort((one, other) => one - other);
  if (columns.length <= perLine) return places;
  const lineOf = new Map(columns.map((x, at) => [x, Math.floor(at / perLine)]));
  const lines = Array.from({ length: Math.ceil(columns.length / perLine) }, () => ({ top: Infinity, bottom: 0 }));
  for (const { x, y } of places.values()) {
    const line = lines[lineOf.get(x) ?? 0];
    if (line === undefined) continue;
    line.top = Math.min(line.top, y);
    line.bottom = Math.max(line.bottom, y + NODE_HEIGHT);
  }
  if (Math.max(...lines.map(({ top, bottom }) => bottom - top)) > height / 2) return places;
  let next = MARGIN;
  const shifts = lines.map(({ top, bottom }, at) => {
    const shift = { x: MARGIN - (columns[at * perLine] ?? 0), y: next - top };
    next += bottom - top + LINE_GAP;
    return shift;
  });
  return new Map(
    [...places].map(([id, { x, y }]) => {
      const shift = shifts[lineOf.get(x) ?? 0] ?? { x: 0, y: 0 };
      return [id, { x: x + shift.x, y: y + shift.y }];
    }),
  );
}

/** The ids of what is drawn around a node, itself among them: as much of it as can be read at once in the frame. */
export function readableAround(id: string, places: Places, frame: Size): readonly string[] {
  const centre = places.get(id) ?? [...places.values()].at(-1);
  if (centre === undefined) return [];
  const most = { width: frame.width / READABLE_ZOOM, height: frame.height / READABLE_ZOOM };
  const far = ({ x, y }: Place) => Math.max(Math.abs(x - centre.x) / most.width, Math.abs(y - centre.y) / most.height);
  const box = { left: centre.x, right: centre.x, top: centre.y, bottom: centre.y };
  const around: string[] = [];
  for (const [at, place] of [...places].sort(([, one], [, other]) => far(one) - far(other))) {
    const left = Math.min(box.left, place.x);
    const right = Math.max(box.right, place.x);
    const top = Math.min(box.top, place.y);
    const bottom = Math.max(box.bottom, place.y);
    if (right - left + NODE_WIDTH > most.width || bottom - top + NODE_HEIGHT > most.height) continue;
    Object.assign(box, { left, right, top, bottom });
    around.push(at);
  }
  return around;
}
