import { createHash, randomUUID } from 'node:crypto';
import type { DocumentContent } from '#schema/documents/handoff-document/read-document.ts';
import { renderDocument } from '#schema/documents/handoff-document/render-document.ts';

/** A document that says something in every section. */
export const sampleContent: DocumentContent = {
  title: 'Rotate the keys',
  goal: 'Old keys sign nothing any more.',
  constraints: ['No downtime', 'Never log a key'],
  done: ['server/auth/keys.ts reads two keys'],
  inProgress: ['the second key in staging'],
  pending: ['tell the users'],
  decisions: ['Two keys at once: a rollback loses nothing', 'Keep the old one a week'],
  criticalContext: ['npm test: 12 passed'],
  nextSteps: ['Run the tests', 'Deploy to staging'],
};

export const documentText = (content: Partial<DocumentContent> = {}): string =>
  renderDocument({ ...sampleContent, ...content });

/** A document as a machine would send it; each is another one. */
export const newDocument = (text: string = documentText()) => ({
  ref: `handoff://${randomUUID()}/${randomUUID()}`,
  name: '2026-11-29-rotate-keys.md',
  kind: 'CREATE' as const,
  createdAt: new Date('2026-11-29T10:00:00Z'),
  sha256: createHash('sha256').update(text).digest('hex'),
  text,
});
