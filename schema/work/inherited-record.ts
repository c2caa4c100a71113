import type { InheritedPart as PartName } from '#prisma/generated/client/enums.ts';
import { stillStands } from '#server/documents/still-stands.ts';
import { builder } from '../builder.ts';

const InheritedPart = builder.enumType('InheritedPart', {
  description: 'What of a work item began as an entry of a document.',
  values: {
    GOAL: { description: 'Its goal.' },
    CONSTRAINT: { description: 'A constraint.' },
    CRITERION: { description: 'An acceptance criterion, which was a next step.' },
    DECISION: { description: 'A decision.' },
    OUTCOME: { description: 'The outcome that says where the work stood.' },
  } satisfies Record<PartName, { description: string }>,
});

builder.prismaObject('InheritedRecord', {
  description: 'The mark of something that was not found out here: it began as an entry of the document.',
  authScopes: { scope: 'work.read' },
  fields: (t) => ({
    part: t.expose('part', { type: InheritedPart, description: 'What it became.' }),
    text: t.exposeString('text', { description: 'What it said when the work item was opened.' }),
    isStanding: t.boolean({
      description: 'Whether the work item says the same still, or the decision stands.',
      select: {
        part: true,
        text: true,
        workItem: { select: { goal: true, constraints: true, acceptanceCriteria: true } },
        decision: { select: { supersededById: true } },
      },
      resolve: (record) => stillStands(record),
    }),
    document: t.relation('document', { description: 'The document that the work item was opened from.' }),
    decision: t.relation('decision', { nullable: true, description: 'The decision that it became.' }),
    outcome: t.relation('outcome', { nullable: true, description: 'The outcome that it became.' }),
  }),
});

builder.prismaObjectFields('WorkItem', (t) => ({
  openedFrom: t.relation('openedFrom', { nullable: true, description: 'The document it was opened from, if it was.' }),
  inherited: t.relation('inherited', {
    description: 'What of it began as an entry of the document it was opened from, in the order of that.',
    query: { orderBy: [{ part: 'asc' }, { position: 'asc' }] },
  }),
}));

builder.prismaObjectField('Decision', 'inherited', (t) =>
  t.relation('inherited', { nullable: true, description: 'Its mark, when it was inherited from a document.' }),
);

builder.prismaObjectField('Outcome', 'inherited', (t) =>
  t.relation('inherited', { nullable: true, description: 'Its mark, when it was inherited from a document.' }),
);
