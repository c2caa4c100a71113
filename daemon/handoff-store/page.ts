import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DEFAULT_PAGE, MAX_CURSOR_LENGTH, MAX_PAGE } from './limits.ts';
import { parseJson } from './files/parse-json.ts';
import { invalidInput, StoreError } from './store-error.ts';

/** What a cursor belongs to: it leads on from one page of exactly this request. */
export interface PageRequest {
  readonly op: 'list' | 'search' | 'projects';
  readonly scope: Scope;
  /** The project that is looked into; null for all of them, or for none. */
  readonly project: string | null;
  /** What is searched for. */
  readonly query?: string;
}

/** `project`: what belongs to the workspace. `all`: every project of this machine. */
export type Scope = 'project' | 'all';

/** A place in an order: the last thing of the page before. */
export type Place = readonly [at: string, id: string];

const cursorV1 = z.strictObject({ v: z.literal(1), request: z.string(), after: z.tuple([z.string(), z.string()]) });

/** An opaque text that leads on behind a place. It holds nothing but that place and which request it belongs to. */
export function makeCursor(request: PageRequest, after: Place): string {
  return Buffer.from(JSON.stringify({ v: 1, request: keyOf(request), after })).toString('base64url');
}

/** The place a cursor leads on from. Throws INVALID_CURSOR for what is none, CURSOR_MISMATCH for another request's. */
export function readCursor(cursor: string, request: PageRequest): Place {
  const isShaped = cursor.length <= MAX_CURSOR_LENGTH && /^[A-Za-z0-9_-]+$/.test(cursor);
  const found = isShaped ? parseJson(Buffer.from(cursor, 'base64url'), cursorV1) : undefined;
  if (found === undefined) {
    throw new StoreError(
      'INVALID_CURSOR',
      'invalid cursor',
      'Give next_cursor as it was returned, or none to begin anew.',
    );
  }
  if (found.request === keyOf(request)) return found.after;
  throw new StoreError(
    'CURSOR_MISMATCH',
    'cursor does not match this request',
    'Repeat the request the cursor came from, with the same workspace, scope and query, or begin anew without it.',
  );
}

function keyOf({ op, scope, project, query }: PageRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([op, scope, project, query ?? null]))
    .digest('base64url')
    .slice(0, 22);
}

/** How many entries a page may have. Throws INVALID_INPUT for anything but 1 to 100. */
export function pageSize(limit: number | undefined): number {
  if (limit === undefined) return DEFAULT_PAGE;
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE) return limit;
  throw invalidInput(
    `limit must be a whole number from 1 to ${MAX_PAGE}.`,
    'Ask for a smaller page and follow its cursor.',
  );
}
