import { z } from 'zod';
import { Priority, WorkItemState } from '#prisma/generated/client/enums.ts';
import type { WorkItem } from '#prisma/generated/client/client.ts';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { NotFoundError } from '#server/errors.ts';
import { availableWorkItemCommands, type WorkItemCommand, workItemCommands } from '#server/work/lifecycle.ts';
import { workItemWhere, type WorkItemRef } from '#server/work/require-work-item.ts';
import { shortRef } from '#server/work/row-id.ts';
import { answeredEnum, lowerCased } from '../wire-names.ts';
import { asMoment, moment } from './fields.ts';

const commands = Object.fromEntries(workItemCommands.map((name) => [name, name])) as Record<
  WorkItemCommand,
  WorkItemCommand
>;

export const workItemAnswer = z
  .strictObject({
    id: z.string(),
    key: z.string().describe('What people call it, such as AUTH-1.'),
    project_id: z.string(),
    title: z.string(),
    goal: z.string(),
    task_type: z.string(),
    priority: answeredEnum(Priority),
    state: answeredEnum(WorkItemState),
    constraints: z.array(z.string()),
    acceptance_criteria: z.array(z.string()),
    revision: z.int().describe('Goes up by one with every PATCH that changed something.'),
    available_commands: z.array(answeredEnum(commands)).describe('What its state takes now.'),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'WorkItem', description: 'A goal with its constraints and acceptance criteria.' });

/** A row as answers show it. */
export const asWorkItem = (row: WorkItem): z.output<typeof workItemAnswer> => ({
  id: row.id,
  key: row.key,
  project_id: row.projectId,
  title: row.title,
  goal: row.goal,
  task_type: row.taskType,
  priority: lowerCased(row.priority),
  state: lowerCased(row.state),
  constraints: row.constraints,
  acceptance_criteria: row.acceptanceCriteria,
  revision: row.revision,
  available_commands: availableWorkItemCommands(row.state).map(lowerCased),
  created_at: asMoment(row.createdAt),
  updated_at: asMoment(row.updatedAt),
});

/** The work item that a path names: by its id, or by its key. */
export const workItemRef = (id: string): WorkItemRef => (id.startsWith('wrk_') ? { id } : { key: id });

/** The row that `ref` names; throws NotFoundError when there is none within the actor's reach. */
export async function findWorkItem({ prisma }: App, actor: Actor, ref: WorkItemRef): Promise<WorkItem> {
  const row = await prisma.workItem.findFirst({ where: workItemWhere(actor, ref) });
  if (row === null) throw new NotFoundError('work item', shortRef(ref.id ?? ref.key ?? ''));
  return row;
}
