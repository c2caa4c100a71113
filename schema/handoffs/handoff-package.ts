import { reachRecord } from '#server/auth/authorize.ts';
import { ValidationError } from '#server/errors.ts';
import type { CompilePreview as Preview } from '#server/handoffs/packages/preview-compile.ts';
import { readPackageDocument } from '#server/handoffs/packages/package-document.ts';
import type { LintWarning as Warning } from '../documents/handoff-package/lint/lint.ts';
import { defaultBudgetBytes, minimumBudgetBytes } from '../documents/briefing/budget.ts';
import { renderBriefing } from '../documents/briefing/render.ts';
import { renderPackageMarkdown } from '../documents/handoff-package/markdown.ts';
import { Briefing } from '../sessions/briefing.ts';
import { builder } from '../builder.ts';
import { Handoff } from './handoff.ts';
import { LintWarning } from './lint-warning.ts';
import { redactTexts } from '../documents/redaction/redact-texts.ts';
import { PackageChange } from './package-change.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';

/** Largest budget that a preview of the briefing is rendered for, in bytes. */
const MAX_BUDGET_BYTES = 1_048_576;
/** What a field costs that compiles, or reads and renders a whole document, against 1 for a plain one. */
const DOCUMENT_COST = 25;

export const HandoffPackage = builder.prismaNode('HandoffPackage', {
  id: { field: 'id' },
  nullable: true,
  description: 'One version of what a handoff carries. It never changes.',
  authScopes: { scope: 'handoff.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Counts the packages of the handoff from 1.' }),
    hash: t.exposeString('hash', {
      description: 'SHA-256, in hex, of the document’s canonical JSON without generated_at.',
    }),
    document: t.exposeString('document', {
      complexity: DOCUMENT_COST,
      description: 'HandoffPackageV1 as canonical JSON, byte for byte as it is stored.',
    }),
    compiledAt: t.expose('compiledAt', { type: 'DateTime', description: 'When it was compiled.' }),
    compiledBy: t.field({
      type: Actor,
      description: 'Who compiled it; the document does not depend on that.',
      select: { compiledBy: true },
      resolve: ({ compiledBy }) => readActor(compiledBy),
    }),
    recompiledHash: t.string({
      nullable: true,
      complexity: DOCUMENT_COST,
      description:
        'The hash that the record as it stood at its compile gives when it is compiled again now; null for packages from before that record was kept.',
      resolve: ({ id }, _args, ctx) => ctx.services.handoffs.recompilePackage(requireActor(ctx), id),
    }),
    handoff: t.relation('handoff', { description: 'The handoff that offers or offered it.' }),
    markdown: t.string({
      complexity: DOCUMENT_COST,
      description: 'The page a person reads before accepting, as Markdown.',
      select: { document: true, version: true, hash: true },
      resolve: ({ document, version, hash }) => renderPackageMarkdown(shownDocument(document), { version, hash }),
    }),
    lint: t.field({
      type: [LintWarning],
      complexity: DOCUMENT_COST,
      description: 'Warnings for whoever is about to accept it. They stop nothing.',
      resolve: ({ id }, _args, ctx): Promise<Warning[]> => ctx.services.handoffs.lintPackageOf(requireActor(ctx), id),
    }),
    briefing: t.field({
      type: Briefing,
      complexity: DOCUMENT_COST,
      description: 'What a destination is told when it takes this package on, shortened to a budget.',
      args: {
        budgetBytes: t.arg.int({
          defaultValue: defaultBudgetBytes,
          description: `Most bytes of UTF-8 it may take, from ${minimumBudgetBytes} to ${MAX_BUDGET_BYTES}.`,
        }),
      },
      select: { document: true },
      resolve: ({ document }, { budgetBytes }) =>
        renderBriefing(shownDocument(document), { budgetBytes: checkedBudget(budgetBytes) }),
    }),
  }),
});

/** The document as it is rendered: it may be older than a rule of the redactor, and its own bytes never change. */
const shownDocument = (document: string) => redactTexts(readPackageDocument(document)).value;

function checkedBudget(budgetBytes: number): number {
  if (budgetBytes >= minimumBudgetBytes && budgetBytes <= MAX_BUDGET_BYTES) return budgetBytes;
  throw new ValidationError('budgetBytes', `must be from ${minimumBudgetBytes} to ${MAX_BUDGET_BYTES} bytes`);
}

const CompilePreview = builder.objectRef<Preview>('CompilePreview').implement({
  description: 'How the package on offer stands to the record of this moment.',
  fields: (t) => ({
    hasMoved: t.exposeBoolean('hasMoved', { description: 'Whether a compile now would give another package.' }),
    wouldBeHash: t.exposeString('wouldBeHash', { description: 'The hash that it would give.' }),
    changes: t.field({
      type: [PackageChange],
      description: 'What would differ; empty when nothing moved.',
      resolve: ({ changes }) => [...changes],
    }),
  }),
});

builder.prismaObjectField(Handoff, 'package', (t) =>
  t.prismaField({
    type: HandoffPackage,
    nullable: true,
    description: 'One version of its package, the one on offer unless named; null when there is none.',
    args: { version: t.arg.int({ required: false, description: 'The version; the one on offer when left out.' }) },
    resolve: (query, { id: handoffId, packageVersion }, { version }, ctx) =>
      ctx.db.handoffPackage.findUnique({
        ...query,
        where: { handoffId_version: { handoffId, version: version ?? packageVersion } },
      }),
  }),
);

builder.prismaObjectField(Handoff, 'packages', (t) =>
  t.relatedConnection('packages', {
    cursor: 'id',
    totalCount: true,
    description: 'Every version of its package, newest first.',
    query: { orderBy: [{ version: 'desc' }, { id: 'desc' }] },
  }),
);

builder.prismaObjectField(Handoff, 'workHasMoved', (t) =>
  t.field({
    type: CompilePreview,
    nullable: true,
    complexity: DOCUMENT_COST,
    authScopes: { scope: 'session.read' },
    description:
      'Whether the work changed since the package on offer was compiled, and what. Null without a package, and once the handoff takes no compile any more.',
    resolve: ({ id }, _args, ctx) => ctx.services.handoffs.previewCompile(requireActor(ctx), id),
  }),
);

builder.prismaObjectField(Handoff, 'packageDiff', (t) =>
  t.field({
    type: [PackageChange],
    complexity: DOCUMENT_COST,
    description: 'What differs between two versions of its package, item by item.',
    args: {
      fromVersion: t.arg.int({ description: 'The earlier version.' }),
      toVersion: t.arg.int({ required: false, description: 'The later one; the one on offer when left out.' }),
    },
    resolve: ({ id: handoffId, packageVersion }, { fromVersion, toVersion }, ctx) => {
      const pair = { handoffId, fromVersion, toVersion: toVersion ?? packageVersion };
      return ctx.services.handoffs.diffPackageVersions(requireActor(ctx), pair);
    },
  }),
);
