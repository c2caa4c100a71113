import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Refused } from '#client/api/refused.ts';
import { ServerFault } from '#client/api/server-fault.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';
import { StoreError } from '../../handoff-store/index.ts';
import { shortText } from './fit-items.ts';
import { ToolRefusal } from './tool-refusal.ts';

/** Most bytes of a reason. */
const MAX_REASON_BYTES = 8_000;

/**
 * A failure as the model sees it: the code, what is wrong, and what to do next. It is text alone: one client shows the
 * text of a failure and the other its data.
 */
export function failureResult(toolName: string, error: unknown): CallToolResult {
  const { code, message, remedy } = described(toolName, error);
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${shortText(message, MAX_REASON_BYTES)}\n${remedy}` }],
  };
}

interface Described {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

function described(toolName: string, error: unknown): Described {
  if (error instanceof ToolRefusal || error instanceof StoreError) return error;
  if (error instanceof Refused) {
    return { code: error.code, message: error.message, remedy: remedies[error.code] ?? CORRECT };
  }
  if (error instanceof ServerUnreachable) {
    return {
      code: 'SERVER_UNREACHABLE',
      message: error.message,
      remedy: `Nothing was lost: make the same call again, it records once. Until then ${ELSEWHERE}`,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ServerFault) return { code: 'INTERNAL', message, remedy: AGAIN };
  return { code: 'FAULT', message: `${message} (a fault of ${toolName})`, remedy: AGAIN };
}

const CORRECT = 'Correct the arguments by what is said above and call again; change nothing else.';
const AGAIN = 'Make the same call once more, it records once. If it fails again, tell the person and go on without it.';
const ELSEWHERE = 'keep the words in your own notes; the handoff_* tools work without a server.';

/** What to do next after a refusal of the server, where more can be said than to correct the arguments. */
const remedies: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'The credential no longer serves. Ask the person to run: kernel login. Do not try others.',
  FORBIDDEN: 'This credential may not do that. Tell the person; do not try another way.',
  NOT_FOUND:
    'Check the id. Without one, work_read reads the work item of this session; else ask the person which is meant.',
  INVALID_TRANSITION: 'Use work_read to see the state and what it takes now.',
  ALREADY_SUPERSEDED: 'Use work_read to find the decision that stands, and supersede that one.',
  IDEMPOTENCY_IN_PROGRESS: 'The first call still runs. Make the same call again.',
  RATE_LIMITED: 'Go on with other work and call again later.',
};
