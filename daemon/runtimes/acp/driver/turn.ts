import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { createRedactionStream } from '#schema/documents/redaction/redaction-stream.ts';
import type { Line } from '../line.ts';
import { type ToolCall, ToolCalls } from './tool-calls.ts';

/** Longest title that is told, in characters; it is cut again once the secrets are out. */
const MAX_TITLE = 4_000;
/** Longest run of an agent's words that is held back to be one line, in characters. */
const MAX_WORDS = 32_000;
/** How long an agent may pause within a message until what it said so far is told, in milliseconds. */
const PAUSE_MS = 1_000;
/** How long after that it may go on with a word that could become a secret, until that word is told too. */
const WORD_PAUSE_MS = 4_000;
const MICRO = 1_000_000;

/** What an agent says while it works, told in lines: the pieces of a message together, a tool once it has ended. */
export class Turn {
  readonly #tell: (line: Line) => void;
  readonly #calls = new ToolCalls();
  #words = '';
  /** What was said goes through it before it is cut into lines: of half a secret nobody can tell that it is one. */
  #redaction = createRedactionStream();
  #pausing: NodeJS.Timeout | undefined;
  #costUsd: number | undefined;
  #isLive = false;

  constructor(tell: (line: Line) => void) {
    this.#tell = tell;
  }

  /** What comes before is the replay of an earlier session, which was told then. */
  begin(): void {
    this.#isLive = true;
  }

  take(update: SessionUpdate): void {
    if (!this.#isLive) return;
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        if (update.content.type === 'text') this.#say(update.content.text);
        return;
      case 'tool_call':
      case 'tool_call_update':
        this.#tool(update);
        return;
      case 'usage_update':
        // The sum of the session so far; other currencies cannot be added up.
        if (update.cost?.currency === 'USD') this.#costUsd = update.cost.amount;
        return;
      default:
        return;
    }
  }

  /** Takes what a request for permission says of its tool. */
  asked(update: ToolCallUpdate): ToolCall {
    return this.#calls.heard(update);
  }

  refused({ toolCallId, title }: ToolCall): void {
    this.#flush();
    this.#calls.ended(toolCallId);
    this.#tell({ type: 'refused', title: told(title) });
  }

  /** Tells what was held back, and what the turn used. */
  end(tokens: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined }): void {
    this.#flush();
    for (const { title } of this.#calls.open) this.#tell({ type: 'tool', title: told(title) });
    const cost = this.#costUsd === undefined ? undefined : Math.round(this.#costUsd * MICRO);
    const used = { ...tokens, costMicroUsd: cost };
    if (Object.values(used).some((value) => value !== undefined)) this.#tell({ type: 'usage', ...used });
  }

  #say(text: string): void {
    this.#words += this.#redaction.push(text);
    clearTimeout(this.#pausing);
    if (this.#words.length >= MAX_WORDS) this.#tellWords();
    else this.#pausing = setTimeout(() => this.#pause(), PAUSE_MS);
  }

  #tool(update: ToolCallUpdate): void {
    this.#flush();
    const { title, since } = this.#calls.heard(update);
    if (update.status !== 'completed' && update.status !== 'failed') return;
    if (this.#calls.ended(update.toolCallId))
      this.#tell({ type: 'tool', title: told(title), durationMs: Math.round(performance.now() - since) });
  }

  #pause(): void {
    this.#tellWords();
    this.#pausing = setTimeout(() => this.#flush(), WORD_PAUSE_MS);
  }

  /** Ends a message. */
  #flush(): void {
    clearTimeout(this.#pausing);
    this.#words += this.#redaction.end();
    this.#redaction = createRedactionStream();
    this.#tellWords();
  }

  /** Tells what is certain of a message so far. */
  #tellWords(): void {
    if (this.#words !== '') this.#tell({ type: 'message', text: this.#words });
    this.#words = '';
  }
}

const told = (title: string): string => title.slice(0, MAX_TITLE);
