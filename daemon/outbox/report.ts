import { z } from 'zod';
import { freshnessLook, sourcePin } from '#schema/documents/freshness/source-pin.ts';

const sessionEvent = z.object({
  kind: z.enum(['STARTED', 'INIT', 'MESSAGE', 'TOOL', 'USAGE', 'BLOCKED', 'COMPLETED', 'FAILED']),
  occurredAt: z.string(),
  count: z.number().optional(),
  durationMs: z.number().optional(),
  model: z.string().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  costMicroUsd: z.number().optional(),
  summary: z.string().optional(),
  text: z.string().optional(),
});

/** How the process of a launch came to its end. */
export const howItEnded = z.object({
  exitReason: z.enum([
    'COMPLETED',
    'CRASHED',
    'RATE_LIMITED',
    'NOT_SIGNED_IN',
    'SANDBOX_FAILED',
    'CANCELLED',
    'TIMED_OUT',
    'RUNTIME_MISSING',
    'WORKSPACE_MISSING',
    'WORKSPACE_BUSY',
    'PACKAGE_MISMATCH',
    'LOST',
  ]),
  exitCode: z.number().int().nullable(),
  detail: z.string().nullable(),
});

/** What a daemon has to tell the server of one launch, as it lies on disk until the server has it. */
export const report = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('STARTED'),
    launchId: z.string(),
    fence: z.number().int(),
  }),
  z.object({
    kind: z.literal('ENDED'),
    launchId: z.string(),
    fence: z.number().int(),
    ...howItEnded.shape,
  }),
  z.object({ kind: z.literal('UNCERTAIN'), launchId: z.string(), fence: z.number().int(), detail: z.string() }),
  z.object({
    kind: z.literal('BRIEFING'),
    launchId: z.string(),
    sessionId: z.string(),
    text: z.string(),
    sha256: z.string(),
    cuts: z.array(z.object({ section: z.string(), omitted: z.number(), kept: z.number() })),
    clipped: z.array(z.string()),
    packageVersion: z.number().int().nullable(),
    packageHash: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('EVENTS'),
    launchId: z.string(),
    sessionId: z.string(),
    events: z.array(sessionEvent).min(1),
    /** Bytes of the standard output that these events were read from, counted from its beginning. */
    readBytes: z.number().int().nonnegative(),
  }),
  z.object({
    kind: z.literal('PROVIDER_SESSION'),
    launchId: z.string(),
    sessionId: z.string(),
    providerSessionId: z.string(),
  }),
  z.object({
    kind: z.literal('WORKSPACE'),
    launchId: z.string(),
    sessionId: z.string(),
    files: z.array(z.object({ path: z.string(), insertions: z.number(), deletions: z.number() })),
  }),
  z.object({
    kind: z.literal('SOURCE_PIN'),
    launchId: z.string(),
    sessionId: z.string(),
    pin: sourcePin,
    takenAt: z.string(),
  }),
  z.object({
    kind: z.literal('FRESHNESS'),
    launchId: z.string(),
    sessionId: z.string(),
    handoffId: z.string(),
    packageVersion: z.number().int(),
    look: freshnessLook,
  }),
  z.object({
    kind: z.literal('OFFERS'),
    launchId: z.string(),
    sessionId: z.string(),
    offers: z.array(z.object({ kind: z.enum(['DECISION', 'BLOCKER']), text: z.string(), source: z.string() })).min(1),
  }),
  z.object({ kind: z.literal('ACK'), launchId: z.string(), commandId: z.string() }),
]);

export type Report = z.infer<typeof report>;

export type SessionEventReport = z.infer<typeof sessionEvent>;
