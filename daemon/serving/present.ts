import { Connection } from '#client/api/connection.ts';
import { Refused } from '#client/api/refused.ts';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { pause } from '#client/api/streams/pause.ts';
import type { DaemonConfig } from '../machine/config.ts';
import { ensureRegistered, keptToken, register, type Registration } from '../machine/registration.ts';
import { isPassing } from '../passing-refusal.ts';
import { messageOf, type Presence, signOn } from './presence.ts';

/** The wait before a registration is tried again while the server cannot be reached, in milliseconds. */
const REGISTER_WAIT_MS = 2_000;

/** A launch that the record takes to be open on this machine. */
export interface OpenLaunch {
  readonly id: string;
  readonly fence: number;
}

/** A daemon that signed on. */
export interface Present {
  readonly connection: Connection;
  readonly registration: Registration;
  readonly openLaunches: readonly OpenLaunch[];
  /** Signs on once more, when the server no longer knows of it; undefined when the daemon ends. */
  readonly again: () => Promise<readonly OpenLaunch[] | undefined>;
}

type Place = DaemonConfig & { readonly path: string };
type Self = Omit<Presence, 'connection'> & { readonly replaces: string | undefined; readonly label: string };

/**
 * Registers where that is needed and signs on. A credential that was revoked is replaced once, by that of the member; one
 * that another process renewed later is read again when the server refuses it. Undefined when the daemon ends.
 */
export async function present(place: Place, self: Self): Promise<Present | undefined> {
  const { serverUrl, version, env } = place;
  const attempt = async (registration: Registration | undefined): Promise<Present | undefined> => {
    if (registration === undefined) return undefined;
    const { token } = registration;
    const current = async (refused: string | undefined) =>
      refused === undefined ? token : ((await keptToken(place)) ?? token);
    const connection = new Connection({ serverUrl, token: current, secretValues: secretValuesOf(env) });
    const again = async () => (await signOn({ ...self, connection, version }))?.openLaunches;
    const openLaunches = await again();
    return openLaunches === undefined ? undefined : { connection, registration, openLaunches, again };
  };
  const registration = await untilReached(self, () => ensureRegistered(place));
  return attempt(registration).catch(async (error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'UNAUTHENTICATED') throw error;
    return attempt(await untilReached(self, () => register(place)));
  });
}

/** Tries for as long as the server cannot be reached; undefined when `signal` fired. */
async function untilReached<T>({ signal, onContact, log }: Self, act: () => Promise<T>): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onContact(messageOf(error));
      log.debug({ err: error }, 'the server cannot be reached; it is tried again');
      await pause(REGISTER_WAIT_MS, signal);
    }
  }
  return undefined;
}
