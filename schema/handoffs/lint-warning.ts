import type { LintWarning as Warning } from '../documents/handoff-package/lint/lint.ts';
import { lintCodes, type LintCode as LintCodeName } from '../documents/handoff-package/lint/lint-codes.ts';
import { builder } from '../builder.ts';

const values = Object.fromEntries(
  Object.entries(lintCodes).map(([code, { description, remedy }]) => [
    code,
    { value: code as LintCodeName, description: `${description} ${remedy}` },
  ]),
) as Record<LintCodeName, { value: LintCodeName; description: string }>;

const LintCode = builder.enumType('LintCode', { description: 'What a package is warned of.', values });

export const LintWarning = builder.objectRef<Warning>('LintWarning').implement({
  description: 'One warning about a package.',
  fields: (t) => ({
    code: t.expose('code', { type: LintCode, description: 'What it is warned of.' }),
    message: t.exposeString('message', { description: 'The same for a person, with the text it is about.' }),
    path: t.exposeString('path', { description: 'Where in the document, such as blockers[0].' }),
  }),
});
