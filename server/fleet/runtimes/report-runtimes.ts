import type { MachineRuntime, RuntimeSignIn } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { runtimeName } from '#server/sessions/runtime-name.ts';
import { checkedText, listLimits } from '#server/text-limits.ts';
import { lockPresence } from '../presence/sign-on-machine.ts';
import { requireMachineActor } from '../require-machine-actor.ts';

/** What a machine says of one runtime. */
export interface RuntimeReportInput {
  runtime: string;
  isInstalled: boolean;
  path?: string | null | undefined;
  version?: string | null | undefined;
  signIn: RuntimeSignIn;
  isUsable: boolean;
  /** Why it is not usable and what to do, in a sentence. */
  problem?: string | null | undefined;
}

export interface ReportRuntimesInput {
  instanceId: string;
  /** All of them: a runtime that is left out is not served. */
  runtimes: readonly RuntimeReportInput[];
}

type Row = Omit<MachineRuntime, 'organisationId' | 'machineId' | 'reportedAt'>;

/**
 * Says what runtimes a machine has and in what condition. The newest report stands whole; one that says the same changes
 * nothing but its time. Throws ConflictError for an instance that does not serve the machine, ValidationError, ForbiddenError.
 */
export async function reportRuntimes(
  ctx: CommandContext,
  actor: Actor,
  input: ReportRuntimesInput,
): Promise<{ machineId: string }> {
  const machineId = requireMachineActor(actor);
  const { organisationId } = actor;
  const rows = checkedRows(input.runtimes);
  return inTransaction(ctx, async (tx) => {
    const present = await lockPresence(tx, machineId);
    if (present?.instanceId !== input.instanceId) {
      throw new ConflictError(`This daemon does not serve machine ${actor.name}. Sign on first.`);
    }
    const known = await tx.db.machineRuntime.findMany({ where: { machineId }, orderBy: { runtime: 'asc' } });
    await tx.db.machineRuntime.deleteMany({ where: { machineId } });
    await tx.db.machineRuntime.createMany({
      data: rows.map((row) => ({ ...row, organisationId, machineId, reportedAt: tx.now })),
    });
    if (summaryOf(known) !== summaryOf(rows)) {
      const data = { machineId, usable: rows.filter(({ isUsable }) => isUsable).length };
      tx.record({ type: 'machine.runtimes_reported', organisationId, actor: recordedActor(actor), machineId, data });
    }
    return { machineId };
  });
}

function checkedRows(reports: readonly RuntimeReportInput[]): Row[] {
  const max = listLimits.machineRuntimes;
  if (reports.length > max) throw new ValidationError('runtimes', `has ${reports.length} entries; the limit is ${max}`);
  const rows = reports.map(({ runtime, isInstalled, path, version, signIn, isUsable, problem }, i) => {
    const field = `runtimes[${i}]`;
    const text = (name: string, value: string | null | undefined, limit: 'workspace' | 'name' | 'problem') =>
      value === null || value === undefined ? null : checkedText(`${field}.${name}`, value, limit);
    return {
      ...{ runtime: runtimeName(`${field}.runtime`, runtime), isInstalled, signIn, isUsable },
      ...{ path: text('path', path, 'workspace'), version: text('version', version, 'name') },
      problem: text('problem', problem, 'problem'),
    };
  });
  const names = new Set(rows.map(({ runtime }) => runtime));
  if (names.size < rows.length) throw new ValidationError('runtimes', 'names one runtime twice');
  return rows;
}

/** What matters of a report, without its time: equal texts, equal condition. */
const summaryOf = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows
      .map(({ runtime, isInstalled, path, version, signIn, isUsable, problem }) =>
        [runtime, isInstalled, path, version, signIn, isUsable, problem].map(String),
      )
      .sort(),
  );
