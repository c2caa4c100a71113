import type { CommandContext } from '#server/command-context.ts';
import { type Issued, issueOnce } from '#server/idempotency/issue-once.ts';
import { identifyMachine } from '#server/machines/identify-machine.ts';
import type { Actor } from '../actor.ts';
import { requirePerson } from '../require-person.ts';
import { machineScopes } from '../scopes.ts';
import { grantableScopes } from './grantable-scopes.ts';
import { mintToken } from './mint-token.ts';

export interface RegisterMachineInput {
  /** Made once on the machine and kept there. */
  identity: string;
  /** The name it would like. */
  name: string;
  idempotencyKey: string;
}

/**
 * Registers the machine a daemon runs on, or finds it again by its identity, and makes the credential with which that
 * daemon signs in. A member asks, whose own scopes bound it. Throws ForbiddenError and ValidationError.
 */
export async function registerMachine(
  ctx: CommandContext,
  actor: Actor,
  input: RegisterMachineInput,
): Promise<Issued<{ tokenId: string; machineId: string }>> {
  requirePerson(actor);
  const scopes = grantableScopes(actor, machineScopes);
  const { idempotencyKey: key, ...rest } = input;
  return issueOnce(ctx, { actor, command: 'registerMachine', key, input: rest }, async (tx) => {
    const { id: machineId, name } = await identifyMachine(tx, ctx, actor, input);
    const holder = { kind: 'MACHINE', machineId, memberId: actor.id } as const;
    const daemon = { holder, name: `daemon on ${name}`, scopes, expiresAt: null };
    const { tokenId, secret } = await mintToken(tx, ctx, actor, daemon);
    return { stored: { tokenId, machineId }, secret };
  });
}
