import type { ExplainedChange } from '#server/handoffs/diff/explained-diff.ts';
import { builder } from '../builder.ts';
import { Event } from '../events/event.ts';

const PackageChangeKind = builder.enumType('PackageChangeKind', {
  description: 'In which way two packages differ in one place.',
  values: {
    ADDED: { value: 'added', description: 'Only the later one has it.' },
    REMOVED: { value: 'removed', description: 'Only the earlier one has it.' },
    CHANGED: { value: 'changed', description: 'Both have it, and it reads differently or stands elsewhere.' },
  } as const,
});

export const PackageChange = builder.objectRef<ExplainedChange>('PackageChange').implement({
  description: 'One difference between two packages.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PackageChangeKind, description: 'In which way they differ.' }),
    section: t.exposeString('section', { description: 'Top-level key of the document, such as decisions.' }),
    path: t.exposeString('path', { description: 'Where in the document, such as work.goal.' }),
    label: t.exposeString('label', { description: 'What differs, in words.' }),
    before: t.exposeString('before', { nullable: true, description: 'What the earlier one says; null for nothing.' }),
    after: t.exposeString('after', { nullable: true, description: 'What the later one says; null for nothing.' }),
    event: t.expose('event', {
      type: Event,
      nullable: true,
      description:
        'The fact in the log that made the difference. Null where it cannot be known: no longer kept, one of several, a package from before packages kept their place in the log, or a credential that may not read the log.',
    }),
  }),
});
