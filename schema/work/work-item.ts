import { reachWorkItem } from '#server/auth/authorize.ts';
import { availableWorkItemCommands } from '#server/work/lifecycle.ts';
import { workItemWhere } from '#server/work/require-work-item.ts';
import { workItemsWhere } from '#server/work/work-items-where.ts';
import { builder } from '../builder.ts';
import { OFFSET_DESCRIPTION, passOver } from '../arguments/offset.ts';
import { requireActor } from '../actors/require-actor.ts';
import { WorkItemsOrder, workItemsOrders } from './work-items-order.ts';
import { Priority, WorkItemCommand, WorkItemState } from './work-item-state.ts';

export const WorkItem = builder.prismaNode('WorkItem', {
  id: { field: 'id' },
  nullable: true,
  description:
    'The unit of work: a goal with its constraints and acceptance criteria, and everything recorded towards it.',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachWorkItem(requireActor(ctx)) }),
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What people call it, such as AUTH-1.' }),
    title: t.exposeString('title', { description: 'What it is about, in a line.' }),
    goal: t.exposeString('goal', { description: 'What is to be true when it is done.' }),
    taskType: t.exposeString('taskType', { description: 'What kind of work it is, in a word.' }),
    priority: t.expose('priority', { type: Priority, description: 'How much it presses.' }),
    state: t.expose('state', { type: WorkItemState, description: 'Where it stands.' }),
    constraints: t.exposeStringList('constraints', { description: 'What must hold on the way, in the order given.' }),
    acceptanceCriteria: t.exposeStringList('acceptanceCriteria', {
      description: 'What it is judged by, in the order given. `criteria` also says which are met.',
    }),
    revision: t.exposeInt('revision', {
      description: 'Goes up by one with every updateWorkItem that changed something.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its text or state last changed.' }),
    project: t.relation('project', { description: 'The project that numbers it.' }),
    availableCommands: t.field({
      type: [WorkItemCommand],
      description: 'The commands that its state takes now.',
      select: { state: true },
      resolve: ({ state }) => availableWorkItemCommands(state),
    }),
    stateChanges: t.relatedConnection('stateChanges', {
      cursor: 'id',
      totalCount: true,
      description: 'Every change of its state, oldest first.',
      query: { orderBy: [{ changedAt: 'asc' }, { id: 'asc' }] },
    }),
  }),
});

export const WorkItemRef = builder.inputType('WorkItemRef', {
  description: 'Names a work item by its id or by its key.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ required: false, description: 'Its id.' }),
    key: t.string({ required: false, description: 'Its key, such as AUTH-1.' }),
  }),
});

const WorkItemsFilter = builder.inputType('WorkItemsFilter', {
  description: 'Which work items to list; what is left out does not narrow the list.',
  fields: (t) => ({
    state: t.field({ type: WorkItemState, required: false, description: 'Only those in this state.' }),
    projectKey: t.string({ required: false, description: 'Only those of the project with this key prefix.' }),
    search: t.string({ required: false, description: 'Only those with this text in key, title or goal, in any case.' }),
  }),
});

builder.queryField('workItem', (t) =>
  t.prismaField({
    type: WorkItem,
    nullable: true,
    description: 'One work item; null when there is none within reach.',
    authScopes: { scope: 'work.read' },
    args: { ref: t.arg({ type: WorkItemRef, description: 'Which one.' }) },
    resolve: (query, _root, { ref }, ctx) =>
      ctx.db.workItem.findFirst({ ...query, where: workItemWhere(requireActor(ctx), ref) }),
  }),
);

builder.queryField('workItems', (t) =>
  t.prismaConnection({
    type: WorkItem,
    cursor: 'id',
    description: 'Work items, newest first unless asked otherwise.',
    authScopes: { scope: 'work.read' },
    args: {
      filter: t.arg({ type: WorkItemsFilter, required: false, description: 'Which ones; all when left out.' }),
      order: t.arg({ type: WorkItemsOrder, defaultValue: 'NEWEST', description: 'What the list begins with.' }),
      offset: t.arg.int({ required: false, description: OFFSET_DESCRIPTION }),
    },
    totalCount: (_root, { filter }, ctx) =>
      ctx.db.workItem.count({ where: workItemsWhere(requireActor(ctx), filter ?? {}) }),
    resolve: (query, _root, { filter, order, offset }, ctx) =>
      ctx.db.workItem.findMany({
        ...passOver(query, offset),
        where: workItemsWhere(requireActor(ctx), filter ?? {}),
        orderBy: workItemsOrders[order ?? 'NEWEST'],
      }),
  }),
);
