import type { Lineage } from '../../api/operations/sessions/lineage.ts';
import { shortId } from '../references/short-id.ts';
import { printableLine } from './printable.ts';
import { standing } from './standing.ts';
import type { View } from './view.ts';
import { lower } from './words.ts';

/**
 * A lineage as an indented tree: what came later stands under what it came from. Something reached by two ways is shown
 * whole once and named where it comes again, so that any graph ends.
 */
export function lineageTree({ nodes, edges: all }: Lineage, view: View): string {
  const edges = all.filter((edge) => !saysItAgain(edge, all));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const reached = new Set(edges.map((edge) => edge.toId));
  const shown = new Set<string>();
  const lines: string[] = [];
  const roots = nodes.filter((node) => !reached.has(node.id));
  const open = [...(roots.length > 0 ? roots : nodes.slice(0, 1))].reverse().map((node) => ({ node, depth: 0 }));
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node, depth } = place;
    const isAgain = shown.has(node.id);
    lines.push(`${'  '.repeat(depth)}${named(node, view)}${isAgain ? ' (see above)' : ''}\n`);
    if (isAgain) continue;
    shown.add(node.id);
    const children = edges.flatMap((edge) => (edge.fromId === node.id ? (byId.get(edge.toId) ?? []) : []));
    open.push(...children.reverse().map((child) => ({ node: child, depth: depth + 1 })));
  }
  return lines.join('');
}

/** A session's parent is the source of the handoff it continues, unless another was stated: then both ways are shown. */
function saysItAgain({ kind, fromId, toId }: Lineage['edges'][number], edges: Lineage['edges']): boolean {
  if (kind !== 'PARENT') return false;
  const continued = edges.find((edge) => edge.kind === 'CONTINUES' && edge.toId === toId)?.fromId;
  return edges.some((edge) => edge.kind === 'SOURCE' && edge.fromId === fromId && edge.toId === continued);
}

function named({ id, kind, runtime, purpose, state, exitReason }: Lineage['nodes'][number], view: View): string {
  const what =
    kind === 'HANDOFF'
      ? `handoff to ${runtime}, ${lower(state)}`
      : `session ${runtime}, ${standing({ status: state, exitReason })}`;
  return `${view.isTerminal ? view.colours.dim(shortId(id)) : id}  ${printableLine(`${what}: ${purpose}`)}`;
}
