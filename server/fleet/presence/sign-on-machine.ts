import type { MachinePresence } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { checkedText } from '#server/text-limits.ts';
import { requireMachineActor } from '../require-machine-actor.ts';
import { isOnline, OFFLINE_AFTER_MS } from './online.ts';

const INSTANCE_PATTERN = /^[0-9A-Za-z-]{8,64}$/;

export interface SignOnMachineInput {
  /** Of the running daemon; a restarted one is another instance. */
  instanceId: string;
  /** The instance before this one, which the daemon knows to be gone because it holds that one's lock. */
  replaces?: string | null | undefined;
  /** What it calls itself to people, such as `process 4711 on laptop`. */
  label: string;
  daemonVersion: string;
  platform: string;
}

/**
 * Lets a daemon serve its machine. One does at a time: while another instance was heard of not long ago this one is
 * refused, unless it knows that one to be gone. Signing on again changes nothing but the time.
 *
 * Throws ConflictError naming the daemon that serves the machine, ForbiddenError, ValidationError.
 */
export async function signOnMachine(
  ctx: CommandContext,
  actor: Actor,
  input: SignOnMachineInput,
): Promise<{ machineId: string }> {
  const machineId = requireMachineActor(actor);
  const instanceId = checkedInstance('instanceId', input.instanceId);
  const about = {
    label: checkedText('label', input.label, 'name'),
    daemonVersion: checkedText('daemonVersion', input.daemonVersion, 'name'),
    platform: checkedText('platform', input.platform, 'name'),
  };
  return inTransaction(ctx, async (tx) => {
    const present = await lockPresence(tx, machineId);
    if (present !== null && present.instanceId !== instanceId && present.instanceId !== input.replaces) {
      refuseSecond(present, actor.name, tx.now);
    }
    const data = { instanceId, ...about, signedOnAt: tx.now, lastSeenAt: tx.now, signedOffAt: null };
    const { organisationId } = actor;
    await tx.db.machinePresence.upsert({
      where: { machineId },
      create: { machineId, organisationId, ...data },
      update: data,
    });
    if (present?.instanceId !== instanceId || present.signedOffAt !== null) {
      const facts = { machineId, instanceId };
      tx.record({ type: 'machine.signed_on', organisationId, actor: recordedActor(actor), machineId, data: facts });
    }
    return { machineId };
  });
}

/** An instance's id, checked. Throws ValidationError for `field`. */
export function checkedInstance(field: string, instanceId: string): string {
  if (INSTANCE_PATTERN.test(instanceId)) return instanceId;
  throw new ValidationError(field, 'must be 8 to 64 letters, digits and dashes, such as a UUID');
}

/** Who serves the machine, with the right to change it held until the transaction ends. */
export async function lockPresence(tx: Tx, machineId: string): Promise<MachinePresence | null> {
  await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`presence:${machineId}`}, 0))`;
  return tx.db.machinePresence.findUnique({ where: { machineId } });
}

function refuseSecond(present: MachinePresence, name: string, now: Date): void {
  if (!isOnline(present, now)) return;
  throw new ConflictError(
    `Machine ${name} is served by another daemon: ${present.label}, since ${present.signedOnAt.toISOString()}. ` +
      `Stop that one; if it is gone already, this machine is free ${OFFLINE_AFTER_MS / 1000} seconds after its last sign of life.`,
  );
}
