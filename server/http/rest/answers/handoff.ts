import { z } from 'zod';
import { HandoffState, RejectReason } from '#prisma/generated/client/enums.ts';
import type { Prisma } from '#prisma/generated/client/client.ts';
import { handoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { NotFoundError } from '#server/errors.ts';
import type { CompileAnswer } from '#server/handoffs/compile-handoff.ts';
import { availableCommands, type HandoffCommand, handoffCommands } from '#server/handoffs/lifecycle.ts';
import { readPackageDocument } from '#server/handoffs/packages/package-document.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';
import { answeredEnum, lowerCased } from '../wire-names.ts';
import { actor, asMoment, asMomentOrNull, moment } from './fields.ts';

const commands = Object.fromEntries(handoffCommands.map((name) => [name, name])) as Record<
  HandoffCommand,
  HandoffCommand
>;

const document = handoffPackageV1.meta({
  id: 'HandoffPackageV1',
  description:
    'What a handoff carries, version 1. `package_hash` is computed over its canonical JSON without generated_at.',
});

export const handoffAnswer = z
  .strictObject({
    id: z.string(),
    work_item_id: z.string(),
    from_session_id: z.string().nullable().describe('The session that hands over.'),
    to_session_id: z.string().nullable().describe('The session that took it on.'),
    target_runtime: z.string(),
    purpose: z.string(),
    objective: z.string().nullable().describe('Null where the work item’s title stands in for it.'),
    state: answeredEnum(HandoffState),
    available_commands: z.array(answeredEnum(commands)).describe('What its state takes now.'),
    package_version: z.int().nullable().describe('Of the package on offer; null before the first compile.'),
    package_hash: z.string().nullable().describe('SHA-256 of the package on offer, in hex.'),
    reject_reason: answeredEnum(RejectReason).nullable().describe('Stays when it is offered again.'),
    reject_note: z.string().nullable(),
    requested_at: moment,
    requested_by: actor,
    compiled_at: moment.nullable(),
    rejected_at: moment.nullable(),
    rejected_by: actor.nullable(),
    accepted_at: moment.nullable(),
    accepted_by: actor.nullable(),
    completed_at: moment.nullable(),
    cancelled_at: moment.nullable(),
  })
  .meta({ id: 'Handoff', description: 'One work item on its way from one session to the next, without its package.' });

export const handoffWithPackageAnswer = handoffAnswer
  .extend({ package: document.nullable().describe('The document on offer; null before the first compile.') })
  .meta({ id: 'HandoffWithPackage', description: 'A handoff with the package on offer.' });

const compiled = {
  package_version: z.int(),
  package_hash: z.string(),
  result: z
    .enum(['compiled', 'recompiled', 'unchanged'])
    .describe('unchanged: the work has not moved, and nothing was written.'),
};

export const compiledHandoffAnswer = z
  .union([handoffAnswer.extend(compiled), z.strictObject({ id: z.string(), ...compiled })])
  .meta({
    id: 'CompiledHandoff',
    description: 'The handoff, or its id alone without handoff.read, and what the compile gave.',
  });

export type HandoffAnswer = z.output<typeof handoffAnswer>;

/** What a row must be read with to be shown. */
export const shownHandoff = { toSession: { select: { id: true } } } satisfies Prisma.HandoffInclude;

type HandoffRow = Prisma.HandoffGetPayload<{ include: typeof shownHandoff }>;

/** A row as answers show it. */
export const asHandoff = (row: HandoffRow): HandoffAnswer => ({
  id: row.id,
  work_item_id: row.workItemId,
  from_session_id: row.sourceSessionId,
  to_session_id: row.toSession?.id ?? null,
  target_runtime: row.targetRuntime,
  purpose: row.purpose,
  objective: row.objective === '' ? null : row.objective,
  state: lowerCased(row.state),
  available_commands: availableCommands(row.state).map(lowerCased),
  package_version: row.packageVersion === 0 ? null : row.packageVersion,
  package_hash: row.packageHash,
  reject_reason: row.rejectReason === null ? null : lowerCased(row.rejectReason),
  reject_note: row.rejectNote,
  requested_at: asMoment(row.requestedAt),
  requested_by: actor.parse(row.requestedBy),
  compiled_at: asMomentOrNull(row.compiledAt),
  rejected_at: asMomentOrNull(row.rejectedAt),
  rejected_by: actor.nullable().parse(row.rejectedBy),
  accepted_at: asMomentOrNull(row.acceptedAt),
  accepted_by: actor.nullable().parse(row.acceptedBy),
  completed_at: asMomentOrNull(row.completedAt),
  cancelled_at: asMomentOrNull(row.cancelledAt),
});

/** What a compile gave, on top of the handoff; a repeated answer names the package that the first one named. */
export const asCompiled = <Handoff extends { id: string }>(answer: CompileAnswer, handoff: Handoff) => ({
  ...handoff,
  package_version: answer.packageVersion,
  package_hash: answer.packageHash,
  result: lowerCased(answer.result),
});

async function findHandoff({ prisma }: App, reader: Actor, id: string): Promise<HandoffRow> {
  const where = { id, ...reachRecord(reader) };
  const row = isRowId('hof', id) ? await prisma.handoff.findFirst({ where, include: shownHandoff }) : null;
  if (row === null) throw new NotFoundError('handoff', shortRef(id));
  return row;
}

/** The handoff as answers show it; throws NotFoundError when there is none within the actor's reach. */
export const readHandoff = async (app: App, reader: Actor, id: string): Promise<HandoffAnswer> =>
  asHandoff(await findHandoff(app, reader, id));

/** The same with the package on offer. */
export async function readHandoffWithPackage(
  app: App,
  reader: Actor,
  id: string,
): Promise<z.output<typeof handoffWithPackageAnswer>> {
  const handoff = await findHandoff(app, reader, id);
  const { id: handoffId, packageVersion: version } = handoff;
  const onOffer =
    version === 0
      ? null
      : await app.prisma.handoffPackage.findUniqueOrThrow({
          where: { handoffId_version: { handoffId, version } },
          select: { document: true },
        });
  return { ...asHandoff(handoff), package: onOffer === null ? null : readPackageDocument(onOffer.document) };
}
