import { builder } from '../builder.ts';

export const SyncMode = builder.enumType('SyncMode', {
  description: 'What a machine lets out of an agent session’s timeline.',
  values: {
    METADATA_ONLY: { description: 'Kinds, counts, durations, model, token and cost totals; never text.' },
    SUMMARIES: { description: 'Also one short summary per entry.' },
    FULL: { description: 'Also the text.' },
  },
});
