import type { HandoffDocument, InheritedPart, Prisma, Priority } from '#prisma/generated/client/client.ts';
import {
  workItemOfDocument,
  type WorkItemOfDocument,
} from '#schema/documents/handoff-document/work-item-of-document.ts';
import { redactTexts } from '#schema/documents/redaction/redact-texts.ts';
import { headOf } from '#schema/documents/text/head-of.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ConflictError, ForbiddenError, ValidationError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText, checkedTexts, listLimits, textLimits } from '#server/text-limits.ts';
import { insertWorkItem } from '#server/work/create-work-item.ts';
import { insertDecision } from '#server/work/records/record-decision.ts';
import { insertOutcome } from '#server/work/records/record-outcome.ts';
import type { ProjectRef } from '#server/work/require-project.ts';
import { type HandoffDocumentRef, lockDocument } from './reach-document.ts';

export interface OpenWorkItemFromDocumentInput {
  readonly document: HandoffDocumentRef;
  /** The project that numbers the work item. */
  readonly project: ProjectRef;
  /** The document's own title, or the beginning of its goal, when left out. */
  readonly title?: string | null | undefined;
  readonly taskType: string;
  readonly priority: Priority;
  readonly idempotencyKey: string;
}

/**
 * Opens a work item from a document: its goal, constraints and next steps become the work item's, its decisions are
 * recorded, and where the work stood becomes an outcome that judges no criterion. What began so is marked as inherited
 * beside the records, so that no package tells it apart. All of it or nothing is written.
 *
 * Throws ConflictError when a work item was opened from it before; ValidationError naming the section, where it says no
 * goal or more than a record can hold; NotFoundError for the document or the project; ForbiddenError for a session.
 */
export async function openWorkItemFromDocument(
  ctx: CommandContext,
  actor: Actor,
  input: OpenWorkItemFromDocumentInput,
): Promise<{ documentId: string; workItemId: string }> {
  requireScope(actor, 'work.write');
  if (actor.kind === 'session')
    throw new ForbiddenError('A session credential reaches its own work item and creates no others.');
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'openWorkItemFromDocument', key, input: rest }, async (tx) => {
    const document = await lockDocument(tx, actor, input.document);
    await requireUnopened(tx, document);
    // It may be older than a rule of the redactor.
    const content = checkedContent(redactTexts(workItemOfDocument(document.text)).value);
    const { workItemId } = await insertWorkItem(ctx, tx, actor, input.project, {
      title: checkedText('title', input.title ?? content.title, 'title'),
      goal: content.goal,
      taskType: checkedText('taskType', input.taskType, 'taskType'),
      priority: input.priority,
      constraints: content.constraints,
      acceptanceCriteria: content.criteria,
    });
    await inherit(ctx, tx, actor, { documentId: document.id, workItemId }, content);
    const isAbout = document.workItemId === null ? { workItemId } : {};
    const data = { openedWorkItemId: workItemId, ...isAbout };
    await tx.db.handoffDocument.update({ where: { id: document.id }, data });
    const fact = { organisationId: actor.organisationId, actor: recordedActor(actor), workItemId };
    tx.record({ type: 'document.opened', ...fact, data: { documentId: document.id } });
    return { documentId: document.id, workItemId };
  });
}

async function requireUnopened(tx: Tx, { openedWorkItemId: id }: HandoffDocument): Promise<void> {
  if (id === null) return;
  const { key } = await tx.db.workItem.findUniqueOrThrow({ where: { id }, select: { key: true } });
  throw new ConflictError(`Work item ${key} was opened from this document before. Go on there.`);
}

type CheckedContent = ReturnType<typeof checkedContent>;

function checkedContent({ title, goal, constraints, criteria, decisions, progress }: WorkItemOfDocument) {
  if (decisions.length > listLimits.documentDecisions) {
    throw new ValidationError(
      'document.decisions',
      `has ${decisions.length} entries; the limit is ${listLimits.documentDecisions}`,
    );
  }
  if (goal === '') throw new ValidationError('document', 'says no goal, which a work item must have');
  return {
    title,
    goal: checkedText('document.goal', goal, 'goal'),
    constraints: checkedTexts('document.constraints', constraints, 'constraints', 'constraint'),
    criteria: checkedTexts('document.nextSteps', criteria, 'criteria', 'criterion'),
    decisions: decisions.map(({ statement, rationale, evidence }, at) => ({
      statement: checkedText(`document.decisions[${at}]`, statement, 'statement'),
      rationale: checkedText(`document.decisions[${at}]`, rationale, 'rationale', { blank: true }),
      evidence: checkedTexts(`document.decisions[${at}]`, evidence, 'evidence', 'evidence'),
    })),
    // The whole of it stands in the document.
    progress: headOf(progress, textLimits.outcomeSummary),
  };
}

interface Opened {
  readonly documentId: string;
  readonly workItemId: string;
}

/** Writes the records that the work item begins with, and of each thing that it is inherited. */
async function inherit(
  ctx: CommandContext,
  tx: Tx,
  actor: Actor,
  opened: Opened,
  content: CheckedContent,
): Promise<void> {
  const place = { id: opened.workItemId, agentSessionId: null };
  const rows: Prisma.InheritedRecordCreateManyInput[] = [];
  const add = (part: InheritedPart, position: number, text: string, record = {}) =>
    rows.push({ ...opened, organisationId: actor.organisationId, part, position, text, ...record });
  add('GOAL', 0, content.goal);
  content.constraints.forEach((text, at) => add('CONSTRAINT', at, text));
  content.criteria.forEach((text, at) => add('CRITERION', at, text));
  for (const [at, decision] of content.decisions.entries()) {
    add('DECISION', at, decision.statement, await insertDecision(ctx, tx, actor, place, decision));
  }
  if (content.progress !== '') {
    const outcome = { summary: content.progress, metCriteria: [], unmetCriteria: [], evidence: [] };
    add('OUTCOME', 0, content.progress, await insertOutcome(ctx, tx, actor, place, outcome));
  }
  await tx.db.inheritedRecord.createMany({ data: rows });
}
