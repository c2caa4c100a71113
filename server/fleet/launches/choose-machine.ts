import type { Machine, MachinePresence } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError, RuntimeNotOfferedError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';
import { isOnline } from '../presence/online.ts';
import { readRuntimes } from '../runtimes/list-runtimes.ts';
import { isEnabledByDefault, runtimeVerdict, serves } from '../runtimes/runtime-verdict.ts';

export interface MachineChoice {
  readonly runtime: string;
  /** The one that was named; null leaves the choice. */
  readonly machineId: string | null;
  /** Where the work lay before: taken when it serves the runtime and nobody named another. */
  readonly preferredId: string | null;
}

/**
 * The machine that is to run a session: the named one, else the preferred one, else that with the fewest launches among
 * those that serve the runtime now. Throws RuntimeNotOfferedError with the reason when it cannot run there, NotFoundError.
 */
export async function chooseMachine(tx: Tx, actor: Actor, choice: MachineChoice): Promise<Machine> {
  const { runtime, machineId, preferredId } = choice;
  const { organisationId } = actor;
  const named = machineId === null ? null : await requireMachine(tx, actor, machineId);
  const status = (await readRuntimes(tx.db, organisationId, tx.now)).find((row) => row.runtime === runtime);
  const isEnabled = status?.isEnabled ?? isEnabledByDefault(runtime);
  const asked = (status?.machines ?? []).filter((row) => machineId === null || row.machineId === machineId);
  const { isOffered, reason } =
    named === null && status !== undefined
      ? status
      : runtimeVerdict(runtime, isEnabled, asked, onlineName(named, tx.now));
  if (!isOffered) throw new RuntimeNotOfferedError(runtime, reason ?? `${runtime} is not offered.`);
  const serving = asked.filter(serves).map((row) => row.machineId);
  const id = serving.find((candidate) => candidate === preferredId) ?? (await leastBusy(tx, serving));
  return tx.db.machine.findUniqueOrThrow({ where: { id } });
}

type Named = Machine & { readonly presence: MachinePresence | null };

async function requireMachine(tx: Tx, { organisationId }: Actor, id: string): Promise<Named> {
  const where = { id, organisationId };
  const found = isRowId('mch', id) ? await tx.db.machine.findFirst({ where, include: { presence: true } }) : null;
  if (found === null) throw new NotFoundError('machine', shortRef(id));
  return found;
}

const onlineName = (named: Named | null, now: Date): string | null =>
  named !== null && isOnline(named.presence, now) ? named.name : null;

/** The first, by load and then by id, so that the choice can be foretold. `machineIds` is not empty. */
async function leastBusy(tx: Tx, machineIds: readonly string[]): Promise<string> {
  const running = await tx.db.launch.groupBy({
    by: ['machineId'],
    where: { machineId: { in: [...machineIds] }, state: { not: 'ENDED' } },
    _count: true,
  });
  const load = (id: string) => running.find(({ machineId }) => machineId === id)?._count ?? 0;
  const [first = ''] = [...machineIds].sort((a, b) => load(a) - load(b) || (a < b ? -1 : 1));
  return first;
}
