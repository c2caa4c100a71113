import type { Machine } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { ensureMachine } from './ensure-machine.ts';
import { lockNames } from './lock-names.ts';
import { machineName } from './machine-name.ts';

const IDENTITY_PATTERN = /^[0-9A-Za-z-]{16,64}$/;
/** Most machines of one name that are told apart by a number. */
const MAX_NAMESAKES = 1_000;

/** What a daemon says of the machine it runs on. */
export interface MachineIdentity {
  /** Made once on that machine and kept there: the same after a restart, a rename, or a new host name. */
  readonly identity: string;
  /** The name it would like; another machine may have it. */
  readonly name: string;
}

/**
 * The machine with this identity. A new one takes over the machine of its name when no daemon ran there before, and else
 * is registered, under its name with a number where another machine has it. Throws ValidationError.
 */
export async function identifyMachine(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  { identity, name: wanted }: MachineIdentity,
): Promise<Machine> {
  if (!IDENTITY_PATTERN.test(identity)) {
    throw new ValidationError('identity', 'must be 16 to 64 letters, digits and dashes, such as a UUID');
  }
  const name = machineName('name', wanted);
  const { organisationId } = actor;
  await lockNames(tx, organisationId);
  const known = await tx.db.machine.findUnique({ where: { organisationId_identity: { organisationId, identity } } });
  if (known !== null) return known;
  for (let number = 1; number <= MAX_NAMESAKES; number++) {
    const machine = await ensureMachine(tx, ctx, actor, number === 1 ? name : `${name.slice(0, 95)}-${number}`);
    if (machine.identity !== null) continue;
    return tx.db.machine.update({ where: { id: machine.id }, data: { identity } });
  }
  throw new ValidationError('name', `is the name of ${MAX_NAMESAKES} machines; choose another one`);
}
