import { z } from 'zod';
import type { EventReader, RuntimeEvent, Verdict } from '../runtime-adapter.ts';

/** The lines a scripted program may print; anything else is passed over. */
const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session: z.string(), model: z.string().optional() }),
  z.object({ type: z.literal('message'), text: z.string() }),
  z.object({ type: z.literal('tool'), name: z.string(), durationMs: z.number().int().optional() }),
  z.object({ type: z.literal('usage'), input: z.number().int(), output: z.number().int() }),
  z.object({
    type: z.literal('result'),
    ok: z.boolean(),
    reason: z.enum(['CRASHED', 'RATE_LIMITED', 'NOT_SIGNED_IN', 'SANDBOX_FAILED']).optional(),
    detail: z.string().optional(),
  }),
]);

type Line = z.infer<typeof line>;

/** Reads one run. Its result is judged by what it said, and by its exit code where it said nothing. */
export function readEvents(): EventReader {
  let result: Extract<Line, { type: 'result' }> | undefined;
  return {
    read(text) {
      const said = parsed(text);
      if (said?.type === 'result') result = said;
      return said === undefined ? [] : eventsOf(said);
    },
    end({ code, stderr }): Verdict {
      if (result !== undefined && !result.ok) {
        return {
          reason: result.reason ?? 'CRASHED',
          detail: result.detail ?? 'The scripted agent said that it failed.',
        };
      }
      if (code === 0) return { reason: 'COMPLETED', detail: null };
      if (code === null) return { reason: 'LOST', detail: 'Its process is gone and left no exit code.' };
      if (code === 126 || code === 127)
        return { reason: 'RUNTIME_MISSING', detail: `It could not be run: ${stderr.trim()}` };
      return { reason: 'CRASHED', detail: `It ended with exit code ${code}: ${stderr.trim() || 'it said nothing'}` };
    },
  };
}

function parsed(text: string): Line | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function eventsOf(said: Line): RuntimeEvent[] {
  switch (said.type) {
    case 'init':
      return [
        {
          kind: 'INIT',
          providerSessionId: said.session,
          ...(said.model === undefined ? {} : { model: said.model }),
        },
      ];
    case 'message':
      return [{ kind: 'MESSAGE', summary: said.text, text: said.text }];
    case 'tool':
      return [
        {
          kind: 'TOOL',
          summary: said.name,
          ...(said.durationMs === undefined ? {} : { durationMs: said.durationMs }),
        },
      ];
    case 'usage':
      return [{ kind: 'USAGE', inputTokens: said.input, outputTokens: said.output }];
    case 'result':
      return [{ kind: said.ok ? 'COMPLETED' : 'FAILED' }];
  }
}
