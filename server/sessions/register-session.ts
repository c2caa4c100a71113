import type { Machine, SyncMode } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import { issueSessionCredential } from '#server/auth/tokens/session-credential.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ForbiddenError } from '#server/errors.ts';
import { issueOnce } from '#server/idempotency/issue-once.ts';
import { ensureMachine } from '#server/machines/ensure-machine.ts';
import { checkedText } from '#server/text-limits.ts';
import { startWorkItemIfOpen } from '#server/work/change-state.ts';
import { requireOpenWorkItem, type WorkItemRef } from '#server/work/require-work-item.ts';
import { insertSession } from './insert-session.ts';
import { runtimeName } from './runtime-name.ts';

export interface RegisterSessionInput {
  workItem: WorkItemRef;
  runtime: string;
  purpose: string;
  /** The runtime's own id of the run, by which it can be resumed. */
  providerSessionId?: string | null | undefined;
  /** Where it runs; left out by a machine's own credential, which says it already. */
  machineName?: string | null | undefined;
  syncMode?: SyncMode | null | undefined;
  parentSessionId?: string | null | undefined;
  /** Whether a credential of the session's own is made; yes when left out. */
  withCredential?: boolean | null | undefined;
  idempotencyKey: string;
}

/**
 * Records a session that runs on open work, and starts that work if nobody did. The credential it returns reaches only
 * this session and its work item; it is shown in the first answer alone and null in a repeated one.
 *
 * Throws WorkItemClosedError, NotFoundError for the work item or the parent, ForbiddenError for a session's credential
 * and for a sync mode or machine that the actor may not state, ValidationError for the fields.
 */
export async function registerSession(
  ctx: CommandContext,
  actor: Actor,
  input: RegisterSessionInput,
): Promise<{ sessionId: string; credential: string | null }> {
  requireScope(actor, 'session.write');
  if (actor.kind === 'session') throw new ForbiddenError('A session’s credential does not register sessions.');
  const texts = checkedTexts(input);
  const { idempotencyKey: key, ...rest } = input;
  const args = { actor, command: 'registerSession', key, input: rest };
  const { sessionId, secret } = await issueOnce(ctx, args, async (tx) => {
    const workItem = await requireOpenWorkItem(tx, actor, input.workItem);
    const machine = await machineOf(tx, ctx, actor, input.machineName ?? null);
    const { syncMode = null, parentSessionId = null } = input;
    const status = 'ACTIVE';
    const session = await insertSession(tx, ctx, actor, {
      ...texts,
      ...{ workItem, machine, syncMode, parentSessionId, status },
    });
    await startWorkItemIfOpen(tx, ctx, actor, workItem);
    const wanted = input.withCredential ?? true;
    const credential = wanted ? await issueSessionCredential(tx, ctx, actor, session) : null;
    return { stored: { sessionId: session.id }, secret: credential };
  });
  return { sessionId, credential: secret };
}

interface CheckedTexts {
  readonly runtime: string;
  readonly purpose: string;
  readonly providerSessionId: string | null;
}

function checkedTexts({ runtime, purpose, providerSessionId }: RegisterSessionInput): CheckedTexts {
  const given = providerSessionId ?? null;
  return {
    runtime: runtimeName('runtime', runtime),
    purpose: checkedText('purpose', purpose, 'purpose'),
    providerSessionId: given === null ? null : checkedText('providerSessionId', given, 'providerSessionId'),
  };
}

/** The machine that the session runs on. A machine's credential speaks for that machine only. */
async function machineOf(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  machineName: string | null,
): Promise<Machine | null> {
  if (actor.kind !== 'machine') return machineName === null ? null : ensureMachine(tx, ctx, actor, machineName);
  if (machineName !== null && machineName.trim().normalize('NFC') !== actor.name) {
    throw new ForbiddenError(`This credential is machine ${actor.name}’s; it registers sessions of no other machine.`);
  }
  return tx.db.machine.findUniqueOrThrow({ where: { id: actor.id } });
}
