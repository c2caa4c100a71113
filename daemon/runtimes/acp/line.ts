import { z } from 'zod';

const count = z.number().int().nonnegative();

/** One line of the driver's output: what an agent said over the protocol, in the few words that the daemon reads. */
export const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session: z.string(), model: z.string().optional() }),
  z.object({ type: z.literal('message'), text: z.string() }),
  z.object({ type: z.literal('tool'), title: z.string(), durationMs: count.optional() }),
  z.object({ type: z.literal('refused'), title: z.string() }),
  z.object({
    type: z.literal('usage'),
    inputTokens: count.optional(),
    outputTokens: count.optional(),
    costMicroUsd: count.optional(),
  }),
  z.object({
    type: z.literal('result'),
    reason: z.enum(['COMPLETED', 'CRASHED', 'RATE_LIMITED', 'NOT_SIGNED_IN', 'RUNTIME_MISSING']),
    detail: z.string().nullable(),
  }),
]);

export type Line = z.infer<typeof line>;

/** How a conversation ended. */
export type Result = Extract<Line, { type: 'result' }>;
