import { canonicalJson } from '../canonical-json.ts';
import type { ChangedItem, PackageChange } from './package-change.ts';

/** Fields by name, as in an object of the document. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where the compared fields lie in the document, and how a person calls them. */
export interface FieldsPlace {
  readonly section: PackageChange['section'];
  readonly path: string;
  readonly label: string;
  /** The item of a list that the fields are of; null where they are fields of the document itself. */
  readonly item: ChangedItem | null;
}

/** One change for each field that differs, in the order of the fields. A field that is absent differs from any value. */
export function diffFields(place: FieldsPlace, before: Fields, after: Fields): PackageChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): PackageChange[] => {
    const [old, now] = [before[name], after[name]];
    if (isSame(old, now)) return [];
    const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    const label = `${place.label} ${name.replaceAll('_', ' ')}`;
    const { section, item } = place;
    return [{ kind, section, path: `${place.path}.${name}`, label, before: asText(old), after: asText(now), item }];
  });
}

function isSame(old: unknown, now: unknown): boolean {
  if (old === undefined || now === undefined) return old === now;
  return canonicalJson(old) === canonicalJson(now);
}

function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'string' ? value : canonicalJson(value);
}
