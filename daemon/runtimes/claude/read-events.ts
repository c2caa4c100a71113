import type { EventReader, RuntimeEvent } from '../runtime-adapter.ts';
import { toolWords } from '../tool-words.ts';
import {
  claudeLine,
  type ClaudeLine,
  type ClaudeMessage,
  type ClaudeResult,
  type ClaudeSystem,
} from './stream-lines.ts';
import { verdictOf } from './verdict.ts';

/** Reads one run of Claude Code, and judges its end by the flag of its last word. */
export function readEvents(): EventReader {
  const run = new ClaudeRun();
  return {
    read(text) {
      const said = claudeLine(text);
      return said === undefined ? [] : run.take(said);
    },
    end: (exit) => verdictOf(run.result, run.refusal, exit),
  };
}

/** A tool that was called and has not answered. */
interface Call {
  readonly words: string;
  readonly at: number;
}

class ClaudeRun {
  /** Its last word. */
  result: ClaudeResult | undefined;
  /** The kind of the last request that failed for good, such as rate_limit. */
  refusal: string | undefined;
  readonly #calls = new Map<string, Call>();
  readonly #denied = new Set<string>();

  take(said: ClaudeLine): RuntimeEvent[] {
    if (said.type === 'system') return this.#system(said);
    if (said.type === 'result') return this.#end(said);
    return this.#message(said);
  }

  #system(said: ClaudeSystem): RuntimeEvent[] {
    switch (said.subtype) {
      case 'init': {
        const { session_id: providerSessionId, model, claude_code_version: version, permissionMode: mode } = said;
        const summary = `Claude Code ${version ?? ''}, permission mode ${mode ?? 'unknown'}`;
        return [{ kind: 'INIT', providerSessionId, summary, ...(model === undefined ? {} : { model }) }];
      }
      case 'api_retry':
        return [
          { kind: 'BLOCKED', count: said.attempt, summary: `A request failed (${said.error}) and is sent again.` },
        ];
      case 'permission_denied':
        return [this.#denial(said.tool_name, said.tool_use_id, said.message)];
      case 'informational':
        return [{ kind: 'BLOCKED', summary: said.content }];
      case 'compact_boundary':
        return [{ kind: 'MESSAGE', summary: 'It made its context shorter.' }];
    }
  }

  #message({ type, message, timestamp, error }: ClaudeMessage): RuntimeEvent[] {
    const at = Date.parse(timestamp ?? '');
    if (error !== undefined) this.refusal = error;
    return message.content.flatMap((block): RuntimeEvent[] => {
      switch (block.type) {
        case 'text':
          // What is said to the model is no word of its own; the client's words on a failed request come again at the end.
          if (type === 'user' || error !== undefined || block.text === '') return [];
          return [{ kind: 'MESSAGE', summary: block.text, text: block.text }];
        case 'tool_use':
          this.#calls.set(block.id, { words: toolWords(block.name, block.input), at });
          return [];
        case 'tool_result':
          return this.#answered(block.tool_use_id, at, block.is_error === true);
        case 'other':
          return [];
      }
    });
  }

  /** A call that was denied is told as such alone. */
  #answered(id: string, at: number, failed: boolean): RuntimeEvent[] {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (call === undefined || this.#denied.has(id)) return [];
    const durationMs = Math.round(at - call.at);
    const summary = failed ? `${call.words} (failed)` : call.words;
    return [{ kind: 'TOOL', count: 1, summary, ...(durationMs >= 0 ? { durationMs } : {}) }];
  }

  #denial(tool: string, id: string | undefined, message: string): RuntimeEvent {
    const words = (id === undefined ? undefined : this.#calls.get(id)?.words) ?? tool;
    if (id !== undefined) this.#denied.add(id);
    return { kind: 'BLOCKED', summary: `Not allowed: ${words}. ${message}`.trim() };
  }

  #end(said: ClaudeResult): RuntimeEvent[] {
    this.result = said;
    const { duration_ms: durationMs, num_turns: count, permission_denials: denials } = said;
    // Older versions tell of denials here alone.
    const untold = denials.filter(({ tool_use_id: id }) => !this.#denied.has(id));
    return [
      ...untold.map(({ tool_name: tool, tool_use_id: id }) => this.#denial(tool, id, '')),
      ...usageOf(said),
      {
        kind: said.is_error ? 'FAILED' : 'COMPLETED',
        durationMs,
        count,
        summary: said.result || said.errors.join(' '),
      },
    ];
  }
}

/** One event for each model that was used: a session uses smaller ones for titles and summaries. */
function usageOf({ modelUsage }: ClaudeResult): RuntimeEvent[] {
  return Object.entries(modelUsage).map(([model, used]) => ({
    kind: 'USAGE',
    model,
    inputTokens: used.inputTokens + used.cacheReadInputTokens + used.cacheCreationInputTokens,
    outputTokens: used.outputTokens,
    costMicroUsd: Math.round(used.costUSD * 1_000_000),
  }));
}
