/** The kinds of things that are named by id on the command line: the prefix of their ids, and what people call them. */
export const idKinds = {
  HANDOFF: { prefix: 'hof', noun: 'handoff' },
  AGENT_SESSION: { prefix: 'ses', noun: 'session' },
  WORK_ITEM: { prefix: 'wrk', noun: 'work item' },
  DECISION: { prefix: 'dec', noun: 'decision' },
  ARTIFACT: { prefix: 'art', noun: 'artifact' },
  BLOCKER: { prefix: 'blk', noun: 'blocker' },
  RECORD_OFFER: { prefix: 'off', noun: 'offered record' },
  TOKEN: { prefix: 'tok', noun: 'token' },
  WEBHOOK: { prefix: 'whk', noun: 'webhook' },
  WEBHOOK_DELIVERY: { prefix: 'whd', noun: 'delivery' },
  HANDOFF_DOCUMENT: { prefix: 'doc', noun: 'document' },
  MACHINE: { prefix: 'mch', noun: 'machine' },
} as const;

export type IdKind = keyof typeof idKinds;

/** Fewest hexadecimal digits of an id that are looked up; fewer would fit too much of the record. */
export const MIN_FRAGMENT_LENGTH = 4;
const HEX_DIGITS = 32;

/** Text given for an id: a whole id to use as it is, part of one to look up, or neither, with the reason. */
export type GivenId = { readonly whole: string } | { readonly fragment: string } | { readonly problem: string };

const WHOLE = /^[a-z]{3}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PREFIX = /^[a-z]{3}_/;

/**
 * Reads what was typed where an id of `kind` belongs: the whole id, or its beginning or end, with or without the prefix
 * and the dashes, and with the `…` that messages put there. A fragment comes back as hexadecimal digits alone.
 */
export function givenId(kind: IdKind, text: string): GivenId {
  const { prefix, noun } = idKinds[kind];
  const typed = text.trim().toLowerCase();
  const found = PREFIX.exec(typed)?.[0];
  if (found !== undefined && found !== `${prefix}_`) {
    return { problem: `${JSON.stringify(text)} does not name a ${noun}: ids of a ${noun} begin with ${prefix}_` };
  }
  if (WHOLE.test(typed)) return { whole: typed };
  const fragment = typed.replace(PREFIX, '').replace(/^…|…$/g, '').replaceAll('-', '');
  if (!/^[0-9a-f]+$/.test(fragment) || fragment.length > HEX_DIGITS) {
    return {
      problem: `${JSON.stringify(text)} is neither the id of a ${noun} (${prefix}_…) nor the beginning or end of one`,
    };
  }
  if (fragment.length < MIN_FRAGMENT_LENGTH) {
    return { problem: `${JSON.stringify(text)} is too short: give at least ${MIN_FRAGMENT_LENGTH} digits of the id` };
  }
  return { fragment };
}
