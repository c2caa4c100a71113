import { oneLine } from '../../text/one-line.ts';
import type { PackageChange } from './package-change.ts';

const signs = { added: '+', removed: '-', changed: '~' } as const;

/**
 * The changes as plain text, one line each: `+ decision: …`, `- file: …`, `~ work goal: old -> new`. Text of the
 * packages is flattened and made visible, so that it can begin no line. No changes give one sentence that says so.
 */
export function renderDiff(changes: readonly PackageChange[]): string {
  if (changes.length === 0) return 'No differences.\n';
  return changes.map((change) => `${signs[change.kind]} ${oneLine(change.label)}: ${values(change)}\n`).join('');
}

function values({ kind, before, after }: PackageChange): string {
  if (kind === 'changed') return `${shown(before)} -> ${shown(after)}`;
  return shown(kind === 'added' ? after : before);
}

function shown(value: string | null): string {
  return value === null ? '(nothing)' : oneLine(value);
}
