import { z } from 'zod';
import { Priority, WorkItemState } from '#prisma/generated/client/enums.ts';
import { ValidationError } from '#server/errors.ts';
import { workItemWhere } from '#server/work/require-work-item.ts';
import { workItemsWhere } from '#server/work/work-items-where.ts';
import { asWorkItem, findWorkItem, workItemAnswer, workItemRef } from '../answers/work-item.ts';
import { type Operation, operation } from '../operation.ts';
import { asPage, pageArguments, pageOf, pageQuery } from '../paging.ts';
import { camelFields, sentEnum } from '../wire-names.ts';
import { orReference, written } from '../written.ts';

const texts = {
  title: z.string(),
  goal: z.string().describe('What is to be true when it is done.'),
  task_type: z.string().describe('What kind of work it is, in a word.'),
  priority: sentEnum(Priority),
  constraints: z.array(z.string()),
  acceptance_criteria: z.array(z.string()).describe('Each once; outcomes name them by their exact text.'),
};

const create = operation({
  name: 'createWorkItem',
  method: 'POST',
  path: '/work',
  tag: 'Work',
  summary: 'Create a work item',
  description: 'Creates an open work item with the next key of its project.',
  scopes: ['work.write'],
  body: z
    .strictObject({
      project: z.string().describe('Key prefix or id of the project that numbers it.'),
      ...texts,
      task_type: texts.task_type.default('task'),
      priority: texts.priority.default('MEDIUM'),
      constraints: texts.constraints.default([]),
      acceptance_criteria: texts.acceptance_criteria.default([]),
    })
    .meta({ id: 'CreateWorkItem' }),
  answer: orReference(workItemAnswer),
  status: 201,
  example: {
    body: {
      project: 'AUTH',
      title: 'Make the login safe',
      goal: 'Nobody signs in with a stolen password.',
      task_type: 'feature',
      priority: 'high',
      constraints: ['No new dependency.'],
      acceptance_criteria: ['Tests pass.', 'The docs say how.'],
    },
  },
  async run({ app, actor, key, body: { project, ...rest } }) {
    const ref = project.startsWith('prj_') ? { id: project } : { keyPrefix: project };
    const input = { ...camelFields(rest), project: ref, idempotencyKey: key };
    const { workItemId: id } = await app.services.work.createWorkItem(actor, input);
    return written(actor, 'work.read', id, async () => asWorkItem(await findWorkItem(app, actor, { id })));
  },
});

const list = operation({
  name: 'listWorkItems',
  method: 'GET',
  path: '/work',
  tag: 'Work',
  summary: 'List work items',
  description: 'Work items within reach, newest first.',
  scopes: ['work.read'],
  query: z.strictObject({
    ...pageQuery,
    state: sentEnum(WorkItemState).optional().describe('Only those in this state.'),
    project: z.string().optional().describe('Only those of the project with this key prefix.'),
    search: z.string().optional().describe('Only those with this text in key, title or goal, in any case.'),
  }),
  answer: pageOf(workItemAnswer).meta({ id: 'WorkItemPage', description: 'Work items, newest first.' }),
  status: 200,
  example: {},
  async run({ app, actor, query }) {
    const { limit, after, state, project: projectKey, search } = query;
    const { prisma } = app;
    const known =
      after === undefined || (await prisma.workItem.count({ where: workItemWhere(actor, { id: after }) })) > 0;
    if (!known) throw new ValidationError('after', 'names no work item within reach; send the `next` of a page');
    const rows = await prisma.workItem.findMany({
      where: workItemsWhere(actor, { state, projectKey, search }),
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      ...pageArguments({ limit, after }),
    });
    return asPage(rows, limit, asWorkItem);
  },
});

const get = operation({
  name: 'getWorkItem',
  method: 'GET',
  path: '/work/{id}',
  tag: 'Work',
  summary: 'Read a work item',
  description: 'One work item, by its id or its key.',
  scopes: ['work.read'],
  answer: workItemAnswer,
  status: 200,
  example: { id: 'AUTH-1' },
  run: async ({ app, actor, id }) => asWorkItem(await findWorkItem(app, actor, workItemRef(id))),
});

const update = operation({
  name: 'updateWorkItem',
  method: 'PATCH',
  path: '/work/{id}',
  tag: 'Work',
  summary: 'Change a work item',
  description: 'Sets the fields that are given, against the revision that was read.',
  scopes: ['work.write'],
  body: z
    .strictObject({
      revision: z.int().describe('The revision that the caller read.'),
      ...z.object(texts).partial().shape,
    })
    .meta({ id: 'UpdateWorkItem' }),
  answer: orReference(workItemAnswer),
  status: 200,
  example: { id: 'AUTH-1', body: { revision: 1, priority: 'urgent' } },
  async run({ app, actor, id: ref, body, sentKey }) {
    const input = { ...camelFields(body), workItem: workItemRef(ref), idempotencyKey: sentKey };
    const { workItemId: id } = await app.services.work.updateWorkItem(actor, input);
    return written(actor, 'work.read', id, async () => asWorkItem(await findWorkItem(app, actor, { id })));
  },
});

const complete = operation({
  name: 'completeWorkItem',
  method: 'POST',
  path: '/work/{id}/complete',
  tag: 'Work',
  summary: 'Complete a work item',
  description: 'Closes the work item as done.',
  scopes: ['work.write'],
  answer: orReference(workItemAnswer),
  status: 200,
  example: { id: 'AUTH-1' },
  async run({ app, actor, id: ref, key }) {
    const input = { workItem: workItemRef(ref), idempotencyKey: key };
    const { workItemId: id } = await app.services.work.completeWorkItem(actor, input);
    return written(actor, 'work.read', id, async () => asWorkItem(await findWorkItem(app, actor, { id })));
  },
});

export const workOperations: readonly Operation[] = [create, list, get, update, complete];
