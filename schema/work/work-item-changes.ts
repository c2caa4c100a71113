import { InvalidTransitionError, StaleRevisionError, WorkItemClosedError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { ProjectRef } from './project.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { Priority } from './work-item-state.ts';
import { WorkItem, WorkItemRef } from './work-item.ts';

const CreateWorkItemInput = builder.inputType('CreateWorkItemInput', {
  description: 'What createWorkItem needs.',
  fields: (t) => ({
    project: t.field({ type: ProjectRef, description: 'The project that numbers it.' }),
    title: t.string({ description: 'What it is about, in a line of at most 500 characters.' }),
    goal: t.string({ description: 'What is to be true when it is done.' }),
    taskType: t.string({ defaultValue: 'general', description: 'What kind of work it is, in a word.' }),
    priority: t.field({ type: Priority, defaultValue: 'MEDIUM', description: 'How much it presses.' }),
    constraints: t.stringList({ defaultValue: [], description: 'What must hold on the way.' }),
    acceptanceCriteria: t.stringList({ defaultValue: [], description: 'What it is judged by, each once.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const UpdateWorkItemInput = builder.inputType('UpdateWorkItemInput', {
  description: 'What to set; fields left out or null stay as they are.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'Which one.' }),
    revision: t.int({ description: 'The revision that you read.' }),
    title: t.string({ required: false, description: 'What it is about, in a line of at most 500 characters.' }),
    goal: t.string({ required: false, description: 'What is to be true when it is done.' }),
    taskType: t.string({ required: false, description: 'What kind of work it is, in a word.' }),
    priority: t.field({ type: Priority, required: false, description: 'How much it presses.' }),
    constraints: t.stringList({ required: false, description: 'All constraints, in order.' }),
    acceptanceCriteria: t.stringList({ required: false, description: 'All criteria, in order, each once.' }),
  }),
});

const CreateWorkItemPayload = workItemPayload('CreateWorkItemPayload', 'The work item that was created.');
const UpdateWorkItemPayload = workItemPayload('UpdateWorkItemPayload', 'The work item, with its new revision.');

builder.mutationField('createWorkItem', (t) =>
  t.field({
    type: CreateWorkItemPayload,
    description: 'Creates a work item under the next key of its project.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: CreateWorkItemInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.createWorkItem(requireActor(ctx), input),
  }),
);

builder.mutationField('updateWorkItem', (t) =>
  t.field({
    type: UpdateWorkItemPayload,
    description: 'Changes the text of an open work item, unless somebody else did since you read it.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, StaleRevisionError, WorkItemClosedError] },
    args: { input: t.arg({ type: UpdateWorkItemInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.updateWorkItem(requireActor(ctx), input),
  }),
);

stateCommand('startWorkItem', 'Takes a work item up, or takes it up again after a review.');
stateCommand('blockWorkItem', 'Says that a work item stands still until something outside it happens.');
stateCommand('unblockWorkItem', 'Says that what stopped a work item is gone.');
stateCommand('submitWorkItem', 'Offers a work item for review.');
stateCommand('completeWorkItem', 'Closes a work item as done.');
stateCommand('cancelWorkItem', 'Closes a work item as not to be done.');
stateCommand('reopenWorkItem', 'Opens a closed work item again.');

type StateCommandName = `${'start' | 'block' | 'unblock' | 'submit' | 'complete' | 'cancel' | 'reopen'}WorkItem` &
  keyof Services['work'];

/** The commands on the state differ in their name alone: each is a mutation with an input and a payload of its own. */
function stateCommand(name: StateCommandName, description: string): void {
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const Input = builder.inputType(`${typeName}Input`, {
    description: `What ${name} needs.`,
    fields: (t) => ({
      workItem: t.field({ type: WorkItemRef, description: 'Which one.' }),
      idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    }),
  });
  const Payload = workItemPayload(`${typeName}Payload`, 'The work item in its new state.');
  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      description,
      authScopes: { scope: 'work.write' },
      errors: { types: [...commonRefusals, InvalidTransitionError] },
      args: { input: t.arg({ type: Input }) },
      resolve: (_root, { input }, ctx) => ctx.services.work[name](requireActor(ctx), input),
    }),
  );
}

function workItemPayload(name: string, description: string) {
  return builder.objectRef<{ workItemId: string }>(name).implement({
    description,
    fields: (t) => ({
      workItem: t.prismaField({
        type: WorkItem,
        description: 'The work item, as it stands now.',
        resolve: (query, { workItemId }, _args, ctx) =>
          ctx.db.workItem.findUniqueOrThrow({ ...query, where: { id: workItemId } }),
      }),
    }),
  });
}
