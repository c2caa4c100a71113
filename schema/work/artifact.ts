import { reachRecord } from '#server/auth/authorize.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItemRef } from './work-item.ts';

const Artifact = builder.prismaNode('Artifact', {
  id: { field: 'id' },
  nullable: true,
  description: 'One version of a titled thing that exists: something elsewhere, by its URI, or an upload.',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What it is, in a word.' }),
    title: t.exposeString('title', { description: 'What it is called; its versions share the title.' }),
    version: t.exposeInt('version', { description: 'Counts from 1 within the title.' }),
    isLatest: t.exposeBoolean('isLatest', { description: 'Whether it is the newest version of its title.' }),
    uri: t.exposeString('uri', { nullable: true, description: 'Where it lies elsewhere; null for an upload.' }),
    downloadPath: t.string({
      nullable: true,
      description: 'Path on this server that gives the bytes of an upload; null for a URI.',
      select: { blobId: true },
      resolve: ({ id, blobId }) => (blobId === null ? null : `/api/v1/artifacts/${id}/content`),
    }),
    sha256: t.exposeString('sha256', { nullable: true, description: 'SHA-256 of an upload, in hex; null for a URI.' }),
    sizeBytes: t.exposeInt('sizeBytes', { nullable: true, description: 'Size of an upload; null for a URI.' }),
    contentType: t.exposeString('contentType', {
      nullable: true,
      description: 'Media type, as whoever attached it stated it.',
    }),
    attachedAt: t.expose('attachedAt', { type: 'DateTime', description: 'When it was attached.' }),
    recordedBy: t.field({
      type: Actor,
      description: 'Who attached it.',
      select: { attachedBy: true },
      resolve: ({ attachedBy }) => readActor(attachedBy),
    }),
    workItem: t.relation('workItem', { description: 'The work item it belongs to.' }),
    agentSession: t.relation('agentSession', {
      nullable: true,
      description: 'The agent session that made it, if one did.',
    }),
  }),
});

builder.prismaObjectField('WorkItem', 'artifacts', (t) =>
  t.relatedConnection('artifacts', {
    cursor: 'id',
    totalCount: true,
    description: 'What exists for it, newest first.',
    args: {
      latestOnly: t.arg.boolean({ defaultValue: false, description: 'Only the newest version of each title.' }),
    },
    query: ({ latestOnly }) => ({
      where: latestOnly ? { isLatest: true } : {},
      orderBy: [{ attachedAt: 'desc' }, { id: 'desc' }],
    }),
  }),
);

const AttachArtifactInput = builder.inputType('AttachArtifactInput', {
  description: 'What attachArtifact needs: exactly one of `uri` and `uploadId`.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'What it belongs to.' }),
    sessionId: t.id({ required: false, description: 'The agent session that made it; a session’s own by default.' }),
    type: t.string({ description: 'What it is, in a word: file, report, branch.' }),
    title: t.string({ description: 'What it is called. A title that is there gets its next version.' }),
    uri: t.string({ required: false, description: 'Where it lies: an absolute URI that carries no credentials.' }),
    uploadId: t.id({ required: false, description: 'What POST /uploads answered.' }),
    contentType: t.string({ required: false, description: 'Media type of the content, such as text/plain.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const AttachArtifactPayload = builder.objectRef<{ artifactId: string }>('AttachArtifactPayload').implement({
  description: 'The artifact that was attached.',
  fields: (t) => ({
    artifact: t.prismaField({
      type: Artifact,
      description: 'The artifact, as it stands now.',
      resolve: (query, { artifactId }, _args, ctx) =>
        ctx.db.artifact.findUniqueOrThrow({ ...query, where: { id: artifactId } }),
    }),
  }),
});

builder.mutationField('attachArtifact', (t) =>
  t.field({
    type: AttachArtifactPayload,
    description: 'Attaches something that exists to a work item, as the next version of its title.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: AttachArtifactInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.attachArtifact(requireActor(ctx), input),
  }),
);
