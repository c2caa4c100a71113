import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Connection } from '#client/api/connection.ts';
import { registerMachine } from '#client/api/operations/fleet/daemon.ts';
import { DaemonError } from '../daemon-error.ts';
import { readJson } from '../durable/read-json.ts';
import { writeDurably } from '../durable/write-file.ts';

const kept = z.object({
  /** Made on the first start here; what the machine is, whatever it is called. */
  identity: z.string().min(16),
  /** The machine's credential at each server it served. */
  servers: z.record(z.string(), z.object({ machineId: z.string(), name: z.string(), token: z.string() })),
});

type Kept = z.infer<typeof kept>;

/** The machine as one server knows it, with the credential of its daemon. */
export type Registration = Kept['servers'][string];

export interface RegistrationPlace {
  /** The file that keeps identity and credentials, 0600. */
  readonly path: string;
  readonly serverUrl: string;
  /** The name the machine would like. */
  readonly machineName: string;
  /** Reads the credential of a member, with which a machine is registered; undefined when nobody is signed in. */
  readonly memberToken: () => Promise<string | undefined>;
}

/** The token that is kept for the server now: another process may have registered the machine anew. */
export async function keptToken({ path, serverUrl }: Pick<RegistrationPlace, 'path' | 'serverUrl'>) {
  return (await readJson(path, kept))?.servers[serverUrl]?.token;
}

/** The machine's registration at the server: the one that is kept, or else a new one under the same identity. */
export async function ensureRegistered(place: RegistrationPlace): Promise<Registration> {
  const found = (await readJson(place.path, kept))?.servers[place.serverUrl];
  return found ?? register(place);
}

/**
 * Registers the machine anew, as when its credential was revoked; its identity, and so its id, stays. Throws DaemonError
 * NOT_SIGNED_IN when no member is signed in here, Refused and ServerUnreachable.
 */
export async function register({
  path,
  serverUrl,
  machineName,
  memberToken,
}: RegistrationPlace): Promise<Registration> {
  const token = await memberToken();
  if (token === undefined) {
    throw new DaemonError(
      'NOT_SIGNED_IN',
      `This machine is not registered at ${serverUrl}, and nobody is signed in there: run kernel login, then kernel daemon.`,
    );
  }
  const known = (await readJson(path, kept)) ?? { identity: randomUUID(), servers: {} };
  // The identity is safe on disk before the server learns it: a start that is killed in between makes no second machine.
  await writeDurably(path, JSON.stringify(known, null, 2));
  const connection = new Connection({ serverUrl, token });
  const { secret, machine } = await registerMachine(connection, { identity: known.identity, name: machineName });
  if (secret === null || secret === undefined)
    throw new Error('The server registered the machine without a credential.');
  const registration = { machineId: machine.id, name: machine.name, token: secret };
  const servers = { ...known.servers, [serverUrl]: registration };
  await writeDurably(path, JSON.stringify({ ...known, servers }, null, 2));
  return registration;
}
