import {
  type FreshnessCode as CodeName,
  freshnessCodes,
  type FreshnessFinding as Finding,
} from '../documents/freshness/findings.ts';
import { type FreshnessLook as Look, sourcePin, type SourcePin as Pin } from '../documents/freshness/source-pin.ts';
import type { Freshness, FreshnessState as StateName } from '#server/handoffs/freshness/read-freshness.ts';
import { AgentSession } from '../sessions/agent-session.ts';
import { builder } from '../builder.ts';
import { findIfNamed } from '../arguments/find-if-named.ts';
import { Handoff } from './handoff.ts';
import { HandoffPackage } from './handoff-package.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';

/** What pins and looks share, said once. */
export const words = {
  branch: 'The branch it is on; null for a detached HEAD.',
  uncommitted: 'Files that differ from HEAD, untracked ones included; null where that could not be told.',
  tree: 'Git’s hash of all files as they lie there, committed or not; null where that could not be told.',
  gone: 'Of the files that the session touched or the package names, those that are not there.',
} as const;

export const SourcePin = builder.objectRef<Pin>('SourcePin').implement({
  description: 'Where the repository of a workspace stood when its machine looked. Never content.',
  fields: (t) => ({
    head: t.exposeString('head', { description: 'The commit that HEAD names.' }),
    branch: t.exposeString('branch', { nullable: true, description: words.branch }),
    uncommittedFiles: t.exposeInt('uncommittedFiles', { nullable: true, description: words.uncommitted }),
    treeHash: t.exposeString('treeHash', { nullable: true, description: words.tree }),
    goneFiles: t.exposeStringList('goneFiles', { description: words.gone }),
  }),
});

const FreshnessLook = builder.objectRef<Look>('FreshnessLook').implement({
  description: 'What a destination saw of its own workspace.',
  fields: (t) => ({
    head: t.exposeString('head', {
      nullable: true,
      description: 'The commit that HEAD names; null without a repository or a commit.',
    }),
    branch: t.exposeString('branch', { nullable: true, description: words.branch }),
    uncommittedFiles: t.exposeInt('uncommittedFiles', { nullable: true, description: words.uncommitted }),
    treeHash: t.exposeString('treeHash', { nullable: true, description: words.tree }),
    goneFiles: t.exposeStringList('goneFiles', { description: words.gone }),
    ahead: t.exposeInt('ahead', {
      nullable: true,
      description: 'Commits it has that the source had not; null where the source’s commit is not known there.',
    }),
    behind: t.exposeInt('behind', {
      nullable: true,
      description: 'Commits the source had that it lacks; null where the source’s commit is not known there.',
    }),
  }),
});

const values = Object.fromEntries(
  Object.entries(freshnessCodes).map(([code, description]) => [code, { value: code as CodeName, description }]),
) as Record<CodeName, { value: CodeName; description: string }>;

const FreshnessCode = builder.enumType('FreshnessCode', {
  description: 'What differs between where the source stood and what the destination has.',
  values,
});

const FreshnessFinding = builder.objectRef<Finding>('FreshnessFinding').implement({
  description: 'One difference between where the source stood and what the destination has.',
  fields: (t) => ({
    code: t.expose('code', { type: FreshnessCode, description: 'What differs.' }),
    message: t.exposeString('message', { description: 'The same for a person, with numbers and names.' }),
  }),
});

const FreshnessState = builder.enumType('FreshnessState', {
  description: 'Whether the workspace of the destination is where the source was.',
  values: {
    NOT_PINNED: {
      description: 'It cannot be told: the source’s machine pinned nothing when the package was compiled.',
    },
    NOT_CHECKED: { description: 'No destination has looked yet.' },
    SAME: { description: 'The destination is at the same commit with the same files.' },
    MOVED: { description: 'Something differs; `findings` says what.' },
  } satisfies Record<StateName, { description: string }>,
});

const HandoffFreshness = builder.objectRef<Freshness>('HandoffFreshness').implement({
  description: 'How the workspace of a handoff’s destination stands to the one its package came from.',
  fields: (t) => ({
    state: t.expose('state', { type: FreshnessState, description: 'Whether it is the same.' }),
    packageVersion: t.exposeInt('packageVersion', { description: 'The version of the package it is about.' }),
    pin: t.expose('pin', { type: SourcePin, nullable: true, description: 'Where the source stood at the compile.' }),
    findings: t.field({
      type: [FreshnessFinding],
      description: 'What differs, the gravest first; also that the source itself went on since.',
      resolve: ({ findings }) => [...findings],
    }),
    look: t.field({
      type: FreshnessLook,
      nullable: true,
      description: 'What the destination saw; null while none looked.',
      resolve: ({ check }) => check?.look ?? null,
    }),
    checkedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it looked.',
      resolve: ({ check }) => check?.checkedAt ?? null,
    }),
    checkedBy: t.field({
      type: Actor,
      nullable: true,
      description: 'Who reported it.',
      resolve: ({ check }) => (check === null ? null : readActor(check.checkedBy)),
    }),
    agentSession: t.prismaField({
      type: AgentSession,
      nullable: true,
      description: 'The session whose workspace it is.',
      resolve: (query, { check }, _args, ctx) =>
        findIfNamed(query, check?.agentSessionId, (args) => ctx.db.agentSession.findUnique(args)),
    }),
  }),
});

builder.prismaObjectField(Handoff, 'freshness', (t) =>
  t.field({
    type: HandoffFreshness,
    nullable: true,
    description:
      'How its destination’s workspace stands to the one the package on offer came from; null before the first compile.',
    resolve: ({ id }, _args, ctx) => ctx.services.handoffs.readFreshness(requireActor(ctx), id),
  }),
);

builder.prismaObjectField(HandoffPackage, 'sourcePin', (t) =>
  t.field({
    type: SourcePin,
    nullable: true,
    description: 'Where the source stood when it was compiled, outside the document and its hash; null if not pinned.',
    select: { sourcePin: true },
    resolve: ({ sourcePin: pin }) => (pin === null ? null : sourcePin.parse(pin)),
  }),
);

builder.prismaObjectField(AgentSession, 'sourcePin', (t) =>
  t.field({
    type: SourcePin,
    nullable: true,
    description: 'Where the repository of its workspace stood last; null without a repository, a commit or a look.',
    select: { sourcePin: { select: { pin: true } } },
    resolve: ({ sourcePin: pinned }) => (pinned === null ? null : sourcePin.parse(pinned.pin)),
  }),
);
