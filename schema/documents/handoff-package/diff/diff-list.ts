import { diffFields, type Fields } from './diff-fields.ts';
import type { PackageChange } from './package-change.ts';
import type { HandoffPackageV1 } from '../v1.ts';

type Item = string | Fields;
/** Items by what they are, each with its position in the list. */
type ItemsByIdentity = ReadonlyMap<string, { readonly item: Item; readonly at: number }>;

/** A list of the document: how its items are called, what makes two of them the same, and how one is shown. */
export interface ListRule {
  readonly section: PackageChange['section'];
  readonly path: string;
  readonly noun: string;
  readonly read: (document: HandoffPackageV1) => readonly Item[];
  readonly identity: (item: Item) => string;
  readonly show: (item: Item) => string;
}

/**
 * What differs between two lists: items gone, items altered field by field, items new, and a changed order of the items
 * that both hold. Equal items count one by one, so a constraint stated twice and now once is one removal.
 */
export function diffList(rule: ListRule, before: HandoffPackageV1, after: HandoffPackageV1): PackageChange[] {
  const { section, path, noun } = rule;
  const old = byIdentity(rule, rule.read(before));
  const now = byIdentity(rule, rule.read(after));
  const changes: PackageChange[] = [];
  for (const [key, { item, at: before }] of old) {
    const other = now.get(key);
    const known = { before, after: other?.at ?? null };
    if (other === undefined) {
      changes.push({ kind: 'removed', section, path, label: noun, before: rule.show(item), after: null, item: known });
    } else if (typeof item !== 'string' && typeof other.item !== 'string') {
      const place = { section, path: `${path}[]`, label: `${noun} "${rule.show(item)}":`, item: known };
      changes.push(...diffFields(place, item, other.item));
    }
  }
  for (const [key, { item, at }] of now) {
    if (old.has(key)) continue;
    const known = { before: null, after: at };
    changes.push({ kind: 'added', section, path, label: noun, before: null, after: rule.show(item), item: known });
  }
  return [...changes, ...diffOrder(rule, old, now)];
}

function diffOrder(rule: ListRule, old: ItemsByIdentity, now: ItemsByIdentity): PackageChange[] {
  const oldKeys = [...old.keys()].filter((key) => now.has(key));
  const nowKeys = [...now.keys()].filter((key) => old.has(key));
  if (oldKeys.every((key, at) => key === nowKeys[at])) return [];
  const show = (keys: readonly string[]) => keys.map((key) => rule.show(now.get(key)?.item ?? '')).join(', ');
  const { section, path, noun } = rule;
  const [before, after] = [show(oldKeys), show(nowKeys)];
  return [{ kind: 'changed', section, path, label: `order of ${noun} list`, before, after, item: null }];
}

/** The items under keys that tell equal ones apart by their count: the second of a kind matches the second. */
function byIdentity(rule: ListRule, items: readonly Item[]): ItemsByIdentity {
  const seen = new Map<string, number>();
  const keyed = new Map<string, { item: Item; at: number }>();
  for (const [at, item] of items.entries()) {
    const identity = rule.identity(item);
    const nth = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, nth);
    keyed.set(`${nth} ${identity}`, { item, at });
  }
  return keyed;
}
