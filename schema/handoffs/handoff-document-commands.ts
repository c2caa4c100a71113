import { ConflictError } from '#server/errors.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { HandoffDocument, HandoffDocumentKind, HandoffDocumentRef } from './handoff-document.ts';
import { ProjectRef } from '../work/project.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItem, WorkItemRef } from '../work/work-item.ts';
import { Priority } from '../work/work-item-state.ts';

const StoreHandoffDocumentInput = builder.inputType('StoreHandoffDocumentInput', {
  description: 'A document of a machine, with what its manifest there says.',
  fields: (t) => ({
    ref: t.string({ description: 'Its reference where it was written: handoff://<project-uuid>/<handoff-uuid>.' }),
    name: t.string({ description: 'What it is called: 1 to 128 of A-Z a-z 0-9 _ . -.' }),
    kind: t.field({
      type: HandoffDocumentKind,
      defaultValue: 'CREATE',
      description: 'How it came into the store of its machine.',
    }),
    sourcePath: t.string({ required: false, description: 'The file it was imported from, relative to its workspace.' }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was written on its machine.' }),
    sha256: t.string({ description: 'SHA-256 of the UTF-8 bytes of its text, in hex.' }),
    text: t.string({ description: 'The document, in at most 2,000,000 bytes.' }),
    sourceMachine: t.string({ required: false, description: 'The machine that sends it, by a name for people.' }),
    sourceClient: t.string({ required: false, description: 'The program that sends it.' }),
    workItem: t.field({
      type: WorkItemRef,
      required: false,
      description: 'The work item it is about; a session’s own by default.',
    }),
  }),
});

const LinkHandoffDocumentInput = builder.inputType('LinkHandoffDocumentInput', {
  description: 'What linkHandoffDocument needs.',
  fields: (t) => ({
    document: t.field({ type: HandoffDocumentRef, description: 'Which document.' }),
    workItem: t.field({ type: WorkItemRef, description: 'The work item it is about.' }),
  }),
});

const OpenWorkItemFromDocumentInput = builder.inputType('OpenWorkItemFromDocumentInput', {
  description: 'What openWorkItemFromDocument needs.',
  fields: (t) => ({
    document: t.field({ type: HandoffDocumentRef, description: 'Which document.' }),
    project: t.field({ type: ProjectRef, description: 'The project that numbers the work item.' }),
    title: t.string({
      required: false,
      description: 'What the work item is called; the document’s title, or the beginning of its goal, when left out.',
    }),
    taskType: t.string({ defaultValue: 'general', description: 'What kind of work it is, in a word.' }),
    priority: t.field({ type: Priority, defaultValue: 'MEDIUM', description: 'How much it presses.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

interface StoredShape {
  documentId: string;
  isNew: boolean;
}

const StoreHandoffDocumentPayload = builder.objectRef<StoredShape>('StoreHandoffDocumentPayload').implement({
  description: 'The document that is stored here now.',
  fields: (t) => ({
    isNew: t.exposeBoolean('isNew', { description: 'Whether this request stored it; false when it was there.' }),
    document: t.prismaField({
      type: HandoffDocument,
      description: 'The document, as it stands now.',
      resolve: (query, { documentId }, _args, ctx) =>
        ctx.db.handoffDocument.findUniqueOrThrow({ ...query, where: { id: documentId } }),
    }),
  }),
});

const LinkHandoffDocumentPayload = builder.objectRef<{ documentId: string }>('LinkHandoffDocumentPayload').implement({
  description: 'The document that was linked.',
  fields: (t) => ({
    document: t.prismaField({
      type: HandoffDocument,
      description: 'The document, as it stands now.',
      resolve: (query, { documentId }, _args, ctx) =>
        ctx.db.handoffDocument.findUniqueOrThrow({ ...query, where: { id: documentId } }),
    }),
  }),
});

const OpenWorkItemFromDocumentPayload = builder
  .objectRef<{ documentId: string; workItemId: string }>('OpenWorkItemFromDocumentPayload')
  .implement({
    description: 'The work item that was opened, and the document it was opened from.',
    fields: (t) => ({
      document: t.prismaField({
        type: HandoffDocument,
        description: 'The document, as it stands now.',
        resolve: (query, { documentId }, _args, ctx) =>
          ctx.db.handoffDocument.findUniqueOrThrow({ ...query, where: { id: documentId } }),
      }),
      workItem: t.prismaField({
        type: WorkItem,
        description: 'The work item, as it stands now.',
        resolve: (query, { workItemId }, _args, ctx) =>
          ctx.db.workItem.findUniqueOrThrow({ ...query, where: { id: workItemId } }),
      }),
    }),
  });

builder.mutationField('storeHandoffDocument', (t) =>
  t.field({
    type: StoreHandoffDocumentPayload,
    description:
      'Stores a document of a machine, for ever and unchanged. The same document again, by its UUID and hash, changes nothing; another one with its UUID is refused.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: StoreHandoffDocumentInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.documents.storeDocument(requireActor(ctx), input),
  }),
);

builder.mutationField('linkHandoffDocument', (t) =>
  t.field({
    type: LinkHandoffDocumentPayload,
    description: 'Says which work item a document is about, in the place of any it was about before.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: LinkHandoffDocumentInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.documents.linkDocument(requireActor(ctx), input),
  }),
);

builder.mutationField('openWorkItemFromDocument', (t) =>
  t.field({
    type: OpenWorkItemFromDocumentPayload,
    description:
      'Opens a work item from a document: its goal, constraints, next steps, decisions and progress become records, marked as inherited.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: OpenWorkItemFromDocumentInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.documents.openWorkItemFromDocument(requireActor(ctx), input),
  }),
);
