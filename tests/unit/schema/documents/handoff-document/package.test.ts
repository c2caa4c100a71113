import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromPackage } from '#schema/documents/handoff-document/package/from-package.ts';
import { packageFromDocument } from '#schema/documents/handoff-document/package/to-package.ts';
import { readDocument } from '#schema/documents/handoff-document/read-document.ts';
import { renderDocument } from '#schema/documents/handoff-document/render-document.ts';
import { validateDocument } from '#schema/documents/handoff-document/validate.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { anyPackage } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { samplePackage } from '../sample-package.ts';

describe('a package as a document and back', () => {
  it('is the same package, whatever its texts hold, and the document is valid', () => {
    fc.assert(
      fc.property(anyPackage, (document) => {
        const text = documentFromPackage(document);
        expect(validateDocument(text).faults).toEqual([]);
        const back = packageFromDocument(text, samplePackage());
        expect(back).toEqual({ package: document, leftOut: [] });
        expect(packageHash(back.package)).toBe(packageHash(document));
      }),
      propertyRuns(50),
    );
  });

  it('puts what a reader looks for into the section it belongs to', () => {
    const document = samplePackage({ next: { objective: '1. run the tests\n2. deploy', purpose: 'review' } });
    const content = readDocument(documentFromPackage(document));
    expect(content.goal).toBe(document.work.goal);
    expect(content.nextSteps).toEqual(['run the tests', 'deploy']);
    expect(content.decisions[0]).toMatch(
      /^Write to both tables for a week\nRationale: so that a rollback loses nothing\nRecorded: /,
    );
    expect(content.criticalContext).toContain(`Key: ${document.work.key}`);
  });
});

describe('a document that somebody wrote, as a package and back', () => {
  const content = {
    goal: 'Rotate the keys',
    constraints: ['No downtime'],
    done: ['server/auth/keys.ts'],
    inProgress: ['the second key'],
    pending: ['Tell the users'],
    decisions: ['Two keys at once: a rollback loses nothing'],
    criticalContext: ['npm test: 12 passed', 'Relevant file: server/auth/keys.ts'],
    nextSteps: ['Run the tests', 'Deploy'],
  };

  it('keeps what both can say, and names what only the document says', () => {
    const { package: made, leftOut } = packageFromDocument(renderDocument(content), samplePackage());
    expect(leftOut).toEqual(['npm test: 12 passed']);
    expect(made.decisions).toMatchObject([{ statement: 'Two keys at once', rationale: 'a rollback loses nothing' }]);
    expect(made.state.unresolved).toEqual(['In progress: the second key', 'Tell the users']);
    expect(made.next.objective).toBe('1. Run the tests\n2. Deploy');
    expect(made.work).toMatchObject({ goal: 'Rotate the keys', key: samplePackage().work.key });
    const { goal, constraints, done, inProgress, pending, nextSteps } = content;
    expect(readDocument(documentFromPackage(made))).toMatchObject({
      goal,
      constraints,
      done,
      inProgress,
      pending,
      nextSteps,
    });
  });

  it('keeps goal, constraints, progress and next steps, whatever they are', () => {
    const words = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,/-]{0,30}[a-z]$/);
    const list = fc.array(words, { maxLength: 5 });
    const lists = { constraints: list, done: list, inProgress: list, pending: list, nextSteps: list };
    fc.assert(
      fc.property(fc.record({ goal: words, ...lists }), (said) => {
        const text = renderDocument({ ...content, ...said });
        const { package: made } = packageFromDocument(text, samplePackage());
        expect(readDocument(documentFromPackage(made))).toMatchObject(said);
      }),
      propertyRuns(50),
    );
  });

  it('needs nothing known of a package that is a document, and names what another one leaves out', () => {
    const document = samplePackage();
    expect(packageFromDocument(documentFromPackage(document)).package).toEqual(document);
    expect(() => packageFromDocument(renderDocument(content))).toThrow(/"work",\s+"id"/);
  });

  it('counts the decisions that a package has no room for', () => {
    const decisions = Array.from({ length: 23 }, (_, at) => `Decision ${at}`);
    const { package: made } = packageFromDocument(renderDocument({ ...content, decisions }), samplePackage());
    expect(made.decisions).toHaveLength(20);
    expect(made.truncation.decisions_omitted).toBe(samplePackage().truncation.decisions_omitted + 3);
  });
});
