import { z } from 'zod';
import type { validateHandoff } from '../../../handoff-store/index.ts';
import { shortText } from '../../results/fit-items.ts';
import { faultShape } from './document-arguments.ts';

/** Faults that are named; the rest are counted by `valid` alone. */
const MAX_FAULTS = 20;

/** What is told of a stored document beside its text. */
export const judgedShape = {
  ref: z.string(),
  project_id: z.string(),
  handoff_id: z.string(),
  name: z.string(),
  storage: z.literal('central'),
  created_at: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  origin: z.string(),
  valid: z.boolean(),
  missing_sections: z.array(z.string()),
  faults: z.array(faultShape),
};

export const judgedData = (document: Awaited<ReturnType<typeof validateHandoff>>) => ({
  ref: document.ref,
  project_id: document.projectId,
  handoff_id: document.handoffId,
  name: document.name,
  storage: 'central' as const,
  created_at: document.createdAt,
  sha256: document.sha256,
  bytes: document.bytes,
  origin: document.origin.kind,
  valid: document.isValid,
  missing_sections: [...document.missingSections],
  faults: document.faults.slice(0, MAX_FAULTS).map(({ line, section, message }) => ({
    line,
    section: section ?? null,
    message: shortText(message, 500),
  })),
});
