/** The kinds of things that are named by id on the command line, by the prefix of their ids. */
export const idPrefixes = {
  handoff: 'hof',
  session: 'ses',
  workItem: 'wrk',
  decision: 'dec',
  artifact: 'art',
  blocker: 'blk',
  token: 'tok',
  machine: 'mch',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Fewest characters of an id that are looked up; fewer would match half the record. */
export const MIN_FRAGMENT_LENGTH = 4;

/** Text given for an id: a whole id to use as it is, part of one to look up, or neither. */
export type GivenId = { readonly whole: string } | { readonly fragment: string } | { readonly problem: string };

const WHOLE = /^([a-z]{3})_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const FRAGMENT = /^[0-9a-f-]+$/;

/**
 * Reads what was typed where an id of `kind` belongs: `hof_0198…` whole, its beginning or end with or without the
 * prefix, with the `…` that tables and messages put there.
 */
export function givenId(kind: IdKind, text: string): GivenId {
  const prefix = idPrefixes[kind];
  const typed = text.trim().toLowerCase();
  const found = WHOLE.exec(typed)?.[1];
  if (found === prefix) return { whole: typed };
  if (found !== undefined)
    return { problem: `${text} is the id of another kind of thing: ids of a ${kind} begin with ${prefix}_` };
  const fragment = typed.replace(/^[a-z]{3}_/, (match) => (match === `${prefix}_` ? '' : match)).replace(/^…|…$/g, '');
  if (!FRAGMENT.test(fragment))
    return { problem: `${JSON.stringify(text)} is neither an id (${prefix}_…) nor the beginning or end of one` };
  if (fragment.replaceAll('-', '').length < MIN_FRAGMENT_LENGTH) {
    return {
      problem: `${JSON.stringify(text)} is too short: give at least ${MIN_FRAGMENT_LENGTH} characters of the id`,
    };
  }
  return { fragment };
}

/** Whether an id begins or ends with the fragment, its dashes aside. */
export function matchesFragment(id: string, fragment: string): boolean {
  const hex = id.slice(id.indexOf('_') + 1).replaceAll('-', '');
  const part = fragment.replaceAll('-', '');
  return hex.startsWith(part) || hex.endsWith(part);
}
