import { sessionStanding } from '../../api/session-standing.ts';
import type { SessionName } from '../../api/operations/page/work-item.ts';
import { lookOf } from '../ui/data/states.ts';
import { relativeTime } from '../ui/data/times.ts';
import { runtimeName } from './runtime-name.ts';

/** Characters of an id that lists show: its first ones, and its last, since ids made within a minute begin alike. */
const FIRST = 8;
const LAST = 4;

/** `0198c3f2…a1b2` of an id such as `ses_0198c3f2-…-a1b2`. */
export function shortId(id: string): string {
  const body = id.slice(id.indexOf('_') + 1);
  return `${body.slice(0, FIRST)}…${body.slice(-LAST)}`;
}

/** A session by its purpose, runtime and how it stands. */
export const sessionTitle = (session: SessionName): string =>
  `${session.purpose} · ${runtimeName(session.runtime)} · ${lookOf('session', sessionStanding(session)).word}`;

/** What tells two attempts at the same work on the same runtime apart: when it started, and its id. */
export const sessionNote = ({ startedAt, registeredAt, id }: SessionName, now: Date): string =>
  `started ${relativeTime(new Date(startedAt ?? registeredAt), now)} · ${shortId(id)}`;
