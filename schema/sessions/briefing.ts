import type { Briefing as BriefingText, BriefingCut as Cut } from '../documents/briefing/briefing.ts';
import { builder } from '../builder.ts';

export const BriefingCut = builder.objectRef<Cut>('BriefingCut').implement({
  description: 'What one section of a briefing lost.',
  fields: (t) => ({
    section: t.exposeString('section', { description: 'The section, such as relevant_files.' }),
    omitted: t.exposeInt('omitted', { description: 'How many of its items are not shown.' }),
    kept: t.exposeInt('kept', { description: 'How many are.' }),
  }),
});

export const Briefing = builder.objectRef<BriefingText>('Briefing').implement({
  description: 'The text that a runtime is handed, and what it does not say.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text. The same package and budget give the same bytes.' }),
    bytes: t.exposeInt('bytes', { description: 'Its length in bytes of UTF-8.' }),
    hash: t.exposeString('sha256', { description: 'SHA-256 of those bytes, in hex.' }),
    cuts: t.field({
      type: [BriefingCut],
      description: 'What was left out to fit the budget, in the order in which sections are given up.',
      resolve: ({ cuts }) => [...cuts],
    }),
    clipped: t.stringList({
      description: 'The texts that are never dropped and had to be clipped: work, goal, objective or purpose.',
      resolve: ({ clipped }) => [...clipped],
    }),
  }),
});
