import type { CommandContext } from '#server/command-context.ts';
import { ensureMachine } from '#server/machines/ensure-machine.ts';
import { checkedText } from '#server/text-limits.ts';
import type { Actor } from '../actor.ts';
import { grantableScopes } from './grantable-scopes.ts';
import { issueOnce, type Issued } from '#server/idempotency/issue-once.ts';
import { mintToken } from './mint-token.ts';
import { requirePerson } from '../require-person.ts';
import { machineScopes } from '../scopes.ts';
import { tokenExpiry } from './token-expiry.ts';

export interface CreateMachineTokenInput {
  machineName: string;
  /** What to call the credential; the machine's name when left out. */
  name?: string | null | undefined;
  expiresAt?: Date | null | undefined;
  idempotencyKey: string;
}

/**
 * Makes the credential with which the daemon of one machine signs in, and registers the machine if it is new. It has the
 * scopes a daemon needs, so the member who asks must have them too; that member manages it later. Throws ForbiddenError.
 */
export async function createMachineToken(
  ctx: CommandContext,
  actor: Actor,
  input: CreateMachineTokenInput,
): Promise<Issued<{ tokenId: string; machineId: string }>> {
  requirePerson(actor);
  const scopes = grantableScopes(actor, machineScopes);
  const name = checkedText('name', input.name ?? input.machineName, 'name');
  const { idempotencyKey: key, ...rest } = input;
  return issueOnce(ctx, { actor, command: 'createMachineToken', key, input: rest }, async (tx) => {
    const expiresAt = tokenExpiry(input.expiresAt, tx.now);
    const { id: machineId } = await ensureMachine(tx, ctx, actor, input.machineName);
    const holder = { kind: 'MACHINE', machineId, memberId: actor.id } as const;
    const { tokenId, secret } = await mintToken(tx, ctx, actor, { holder, name, scopes, expiresAt });
    return { stored: { tokenId, machineId }, secret };
  });
}
