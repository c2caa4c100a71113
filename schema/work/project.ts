import { ConflictError } from '#server/errors.ts';
import { reachWorkItem } from '#server/auth/authorize.ts';
import { projectWhere, reachProject } from '#server/work/require-project.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { commonRefusals } from '../user-error.ts';
import { requireActor } from '../actors/require-actor.ts';

const Project = builder.prismaNode('Project', {
  id: { field: 'id' },
  nullable: true,
  description: 'Gives its work items their keys: project AUTH numbers AUTH-1, AUTH-2, …',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, AND: [reachProject(requireActor(ctx))] }),
  fields: (t) => ({
    keyPrefix: t.exposeString('keyPrefix', { description: 'What its work items’ keys begin with.' }),
    name: t.exposeString('name', { description: 'Its name, for people.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    workItems: t.relatedConnection('workItems', {
      cursor: 'id',
      totalCount: true,
      description: 'Its work items, newest first.',
      query: (_args, ctx) => ({
        where: reachWorkItem(requireActor(ctx)),
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
    }),
  }),
});

export const ProjectRef = builder.inputType('ProjectRef', {
  description: 'Names a project by its id or by its key prefix.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ required: false, description: 'Its id.' }),
    keyPrefix: t.string({ required: false, description: 'Its key prefix, such as AUTH.' }),
  }),
});

builder.queryField('project', (t) =>
  t.prismaField({
    type: Project,
    nullable: true,
    description: 'One project; null when there is none within reach.',
    authScopes: { scope: 'work.read' },
    args: { ref: t.arg({ type: ProjectRef, description: 'Which one.' }) },
    resolve: (query, _root, { ref }, ctx) =>
      ctx.db.project.findFirst({ ...query, where: projectWhere(requireActor(ctx), ref) }),
  }),
);

builder.queryField('projects', (t) =>
  t.prismaConnection({
    type: Project,
    cursor: 'id',
    description: 'The projects within reach, by key prefix.',
    authScopes: { scope: 'work.read' },
    totalCount: (_root, _args, ctx) => ctx.db.project.count({ where: reachProject(requireActor(ctx)) }),
    resolve: (query, _root, _args, ctx) =>
      ctx.db.project.findMany({
        ...query,
        where: reachProject(requireActor(ctx)),
        orderBy: [{ keyPrefix: 'asc' }, { id: 'asc' }],
      }),
  }),
);

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  description: 'What createProject needs.',
  fields: (t) => ({
    keyPrefix: t.string({ description: '2 to 10 capital letters and digits, such as AUTH.' }),
    name: t.string({ description: 'A name for people.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const CreateProjectPayload = builder.objectRef<{ projectId: string }>('CreateProjectPayload').implement({
  description: 'The project that was created.',
  fields: (t) => ({
    project: t.prismaField({
      type: Project,
      description: 'The project, as it stands now.',
      resolve: (query, { projectId }, _args, ctx) =>
        ctx.db.project.findUniqueOrThrow({ ...query, where: { id: projectId } }),
    }),
  }),
});

builder.mutationField('createProject', (t) =>
  t.field({
    type: CreateProjectPayload,
    description: 'Creates a project.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: CreateProjectInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.createProject(requireActor(ctx), input),
  }),
);
