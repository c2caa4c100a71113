import { z } from 'zod';
import type { validateHandoff, validateHandoffFile, validateHandoffText } from '../../../../handoff-store/index.ts';
import { shortText } from '../../../results/fit-items.ts';
import { faultShape } from '../document-arguments.ts';

/** Faults that are named; `fault_count` says how many there are. */
const MAX_FAULTS = 20;

/** What is told of a document beside its text. What only the store knows is null for a file. */
export const judgedShape = {
  storage: z.enum(['central', 'workspace', 'none']),
  ref: z.string().nullable(),
  path: z.string().nullable(),
  project_id: z.string().nullable(),
  handoff_id: z.string().nullable(),
  name: z.string().nullable(),
  created_at: z.string().nullable(),
  sha256: z.string().nullable(),
  origin: z.string().nullable(),
  bytes: z.int(),
  redacted_count: z.int(),
  valid: z.boolean(),
  missing_sections: z.array(z.string()),
  fault_count: z.int(),
  faults: z.array(faultShape),
};

type StoredDocument = Awaited<ReturnType<typeof validateHandoff>>;
type FileDocument = ReturnType<typeof validateHandoffFile>;

/** A document of the store. Its text has no secrets, so none were taken out on the way. */
export const judgedRecord = (document: StoredDocument) => ({
  storage: 'central' as const,
  ref: document.ref,
  path: null,
  project_id: document.projectId,
  handoff_id: document.handoffId,
  name: document.name,
  created_at: document.createdAt,
  sha256: document.sha256,
  origin: document.origin.kind,
  bytes: document.bytes,
  redacted_count: 0,
  ...verdictOf(document),
});

/** A document that is a file of the workspace. */
export const judgedFile = (document: FileDocument) => ({
  ...unstored(document),
  storage: 'workspace' as const,
  path: document.path,
});

/** A document that is nowhere yet; `redacted_count` is what storing it would take out. */
export const judgedText = (document: ReturnType<typeof validateHandoffText>) => ({
  ...unstored(document),
  storage: 'none' as const,
  path: null,
});

const unstored = (document: ReturnType<typeof validateHandoffText>) => ({
  ref: null,
  project_id: null,
  handoff_id: null,
  name: null,
  created_at: null,
  sha256: null,
  origin: null,
  bytes: document.bytes,
  redacted_count: document.redactedCount,
  ...verdictOf(document),
});

const verdictOf = ({
  isValid,
  missingSections,
  faults,
}: Pick<FileDocument, 'isValid' | 'missingSections' | 'faults'>) => ({
  valid: isValid,
  missing_sections: [...missingSections],
  fault_count: faults.length,
  faults: faults.slice(0, MAX_FAULTS).map(({ line, section, message }) => ({
    line,
    section: section ?? null,
    message: shortText(message, 300),
  })),
});
