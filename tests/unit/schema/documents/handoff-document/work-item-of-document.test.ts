import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromPackage } from '#schema/documents/handoff-document/package/from-package.ts';
import { workItemOfDocument } from '#schema/documents/handoff-document/work-item-of-document.ts';
import { anyPackage, anyText } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { documentText } from '#tests/support/scenes/handoff-documents.ts';

describe('the work item that a document is opened as', () => {
  it('says what the sections of these names say, and is judged by the next steps', () => {
    expect(workItemOfDocument(documentText())).toEqual({
      title: 'Rotate the keys',
      goal: 'Old keys sign nothing any more.',
      constraints: ['No downtime', 'Never log a key'],
      criteria: ['Run the tests', 'Deploy to staging'],
      decisions: [
        { statement: 'Two keys at once', rationale: 'a rollback loses nothing', evidence: [] },
        { statement: 'Keep the old one a week', rationale: '', evidence: [] },
      ],
      progress:
        'Done:\n- server/auth/keys.ts reads two keys\n\nIn progress:\n- the second key in staging\n\nPending:\n- tell the users',
    });
  });

  it('takes of a package that is a document every text as the package has it', () => {
    fc.assert(
      fc.property(anyPackage, (document) => {
        const made = workItemOfDocument(documentFromPackage(document));
        expect(made.title).toBe(document.work.title);
        expect(made.goal).toBe(document.work.goal);
        expect(made.constraints).toEqual(document.constraints);
        expect(made.criteria).toEqual(expect.arrayContaining(document.acceptance_criteria));
        expect(made.decisions.map(({ statement }) => statement)).toEqual(
          document.decisions.map(({ statement }) => statement),
        );
      }),
      propertyRuns(50),
    );
  });

  it('is read from any text without a fault', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(workItemOfDocument(text).criteria).toBeInstanceOf(Array);
      }),
      propertyRuns(100),
    );
  });
});
