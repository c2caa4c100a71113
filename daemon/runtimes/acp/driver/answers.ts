import { z } from 'zod';

/** What is read of an agent's answers. The SDK hands them on as they came, so they are checked here; what is odd is absent. */
export const hello = z.object({
  protocolVersion: z.number(),
  agentInfo: z
    .object({ version: z.string().max(100) })
    .nullish()
    .catch(null),
  agentCapabilities: z
    .object({
      loadSession: z.boolean().optional().catch(false),
      sessionCapabilities: z
        .object({ resume: z.object({}).nullish() })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  authMethods: z
    .array(z.object({ name: z.string() }))
    .nullish()
    .catch(null),
});

export type Hello = z.infer<typeof hello>;

export const sessionOpened = z.object({
  sessionId: z.string().min(1).max(200).optional(),
  configOptions: z
    .array(z.object({ category: z.string().nullish().catch(null), currentValue: z.unknown() }))
    .nullish()
    .catch(null),
});

const tokens = z.number().int().nonnegative().optional().catch(undefined);

export const turnEnded = z.object({
  stopReason: z.string(),
  /** Told by agents that are ahead of the protocol, and by Gemini CLI in a place of its own. */
  usage: z.object({ inputTokens: tokens, outputTokens: tokens }).nullish().catch(null),
  _meta: z
    .object({ quota: z.object({ token_count: z.object({ input_tokens: tokens, output_tokens: tokens }) }) })
    .nullish()
    .catch(null),
});

/** The tokens of a turn, as far as its agent told them. */
export function tokensOf({ usage, _meta }: z.infer<typeof turnEnded>): {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
} {
  const counted = _meta?.quota.token_count;
  return {
    inputTokens: usage?.inputTokens ?? counted?.input_tokens,
    outputTokens: usage?.outputTokens ?? counted?.output_tokens,
  };
}
