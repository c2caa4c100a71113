import { z } from 'zod';
import { packageBounds } from './bounds.ts';
import { compareCodePoints } from './compare-code-points.ts';

const text = z.string();
const identifier = z.string().min(1);
const count = z.int().min(0);
const instant = z.iso.datetime({ offset: true });
const workState = z.enum(['open', 'in_progress', 'blocked', 'review', 'completed', 'cancelled']);
const ascendingTexts = z
  .array(text)
  .refine(isAscending, { error: 'must be in code-point order, each entry once', abort: true });

const decision = z.strictObject({
  statement: text,
  rationale: text,
  recorded_at: instant,
  evidence: z.array(text),
});

const artifact = z.strictObject({
  id: identifier,
  type: text,
  title: text,
  version: z.int().min(1),
  uri_or_download: text,
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
    .nullable(),
});

const blocker = z.strictObject({
  id: identifier,
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  title: text,
  status: z.literal('open'),
});

/**
 * The document a handoff carries, version 1. Its shape is frozen: every stored hash is a hash of exactly these keys, so
 * a field more or less is version 2. Every object refuses keys it does not know.
 */
export const handoffPackageV1 = z.strictObject({
  kernel_handoff_version: z.literal(1),
  work: z.strictObject({
    id: identifier,
    key: identifier,
    title: text,
    goal: text,
    task_type: text,
    priority: z.enum(['low', 'medium', 'high', 'urgent']),
    state: workState,
  }),
  constraints: z.array(text),
  acceptance_criteria: z.array(text),
  state: z.strictObject({ phase: workState, completed: z.array(text), unresolved: z.array(text) }),
  decisions: z.array(decision).max(packageBounds.decisions),
  artifacts: z.array(artifact).max(packageBounds.artifacts),
  blockers: z.array(blocker),
  relevant_files: ascendingTexts.max(packageBounds.relevantFiles),
  next: z.strictObject({ objective: text, purpose: text }),
  source: z.strictObject({
    runtime: z.exactOptional(text),
    session_id: z.exactOptional(identifier),
    provider_session_id: z.exactOptional(text),
    machine: z.exactOptional(text),
  }),
  evidence_links: ascendingTexts,
  generated_at: instant,
  truncation: z.strictObject({ decisions_omitted: count, artifacts_omitted: count, files_omitted: count }),
});

/** A handoff package, version 1. Keys are spelled as in the stored JSON. */
export type HandoffPackageV1 = z.infer<typeof handoffPackageV1>;

function isAscending(texts: readonly string[]): boolean {
  return texts.every((value, at) => at === 0 || compareCodePoints(texts[at - 1] ?? '', value) < 0);
}
