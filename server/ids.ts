import { v7 as uuidv7 } from 'uuid';

/** Every prefix an id can carry; it names the type of what the id belongs to. */
export const idPrefixes = [
  'org',
  'usr',
  'tok',
  'mch',
  'prj',
  'wrk',
  'wsc',
  'ses',
  'sev',
  'dec',
  'art',
  'blb',
  'blk',
  'out',
  'doc',
  'hof',
  'pkg',
  'evt',
  'lch',
  'cmd',
  'whk',
  'whs',
  'whd',
  'req',
  'flt',
  'lnk',
  'off',
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

/** The one source of new ids. */
export interface Ids {
  /** A new id such as `wrk_0198c3…`: its prefix, then a UUIDv7, which grows with time even within one millisecond. */
  next(prefix: IdPrefix): string;
}

/** Ids for a running system. */
export const createIds = (): Ids => ({ next: (prefix) => `${prefix}_${uuidv7()}` });
