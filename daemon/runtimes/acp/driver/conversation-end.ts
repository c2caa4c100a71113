import { RequestError } from '@agentclientprotocol/sdk';
import type { Result } from '../line.ts';
import type { Hello } from './answers.ts';

/** What the protocol answers when nobody is signed in. */
const AUTH_REQUIRED = -32_000;
const RATE_LIMIT = /\b429\b|rate.?limit|quota|usage limit|resource.?exhausted|too many requests/i;
const SIGNED_OUT = /\b401\b|not (signed|logged) in|unauthori[sz]ed|authentication (required|failed)|invalid api key/i;
/** Longest word of an error that is handed on, in characters; what is told of it is cut once the secrets are out. */
const MAX_DETAIL = 4_000;

/** Thrown where a conversation cannot go on, with the reason and the sentence that the record gets. */
export class ConversationEnd extends Error {
  override readonly name = 'ConversationEnd';
  readonly reason: Result['reason'];

  constructor(reason: Result['reason'], detail: string) {
    super(detail);
    this.reason = reason;
  }

  get result(): Result {
    return { type: 'result', reason: this.reason, detail: this.message };
  }
}

/** How a turn ended that the agent itself brought to an end; one that completed the work says so on the record. */
export function endOfTurn(label: string, stopReason: string): Result {
  const because: Readonly<Record<string, string | null>> = {
    end_turn: null,
    max_tokens: `${label} came to the end of its tokens.`,
    max_turn_requests: `${label} came to the most requests that it makes in one turn.`,
    refusal: `${label} refused to go on.`,
    cancelled: `${label} broke its turn off.`,
  };
  const detail = because[stopReason];
  return {
    type: 'result',
    reason: 'COMPLETED',
    detail: detail === undefined ? `${label} ended its turn: ${stopReason.slice(0, 100)}.` : detail,
  };
}

/** What an agent's error means. The reason may lie in the data of the error, below a message that says nothing. */
export function endOfError(label: string, error: unknown, known: Hello | undefined): Result {
  if (error instanceof ConversationEnd) return error.result;
  const said = wordsOf(error);
  const isRefusal = error instanceof RequestError;
  if (isRefusal && (error.code === AUTH_REQUIRED || SIGNED_OUT.test(said))) {
    return { type: 'result', reason: 'NOT_SIGNED_IN', detail: signInRemedy(label, known) };
  }
  if (isRefusal && RATE_LIMIT.test(said)) {
    const detail = `${label} is at a limit of its provider: wait, or use another runtime. It said: ${said}`;
    return { type: 'result', reason: 'RATE_LIMITED', detail };
  }
  return { type: 'result', reason: 'CRASHED', detail: `${label} failed: ${said}` };
}

function signInRemedy(label: string, known: Hello | undefined): string {
  const ways = (known?.authMethods ?? []).map(({ name }) => name).join(', ');
  const offered = ways === '' ? '' : ` It offers: ${ways}.`.slice(0, 300);
  return `${label} is not signed in on this machine: start it in a terminal there, sign in, and start the session again.${offered}`;
}

function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const data = error instanceof RequestError && error.data !== undefined ? ` ${JSON.stringify(error.data)}` : '';
  return `${message}${data}`.slice(0, MAX_DETAIL).toWellFormed();
}
