import type { EventReader, RuntimeEvent } from '../runtime-adapter.ts';
import { toolWords } from '../tool-words.ts';
import { modelOfThread } from './model-of-thread.ts';
import { codexHome } from './settings.ts';
import { codexLine, type CodexItem, type CodexLine } from './stream-lines.ts';
import { type CodexFacts, isSandboxFailure, verdictOf } from './verdict.ts';

/** Reads one run of Codex, and judges its end by its last word; a sandbox that never started is one too. */
export function readEvents(env: NodeJS.ProcessEnv): EventReader {
  const run = new CodexRun(codexHome(env));
  return {
    read(text) {
      const said = codexLine(text);
      return said === undefined ? [] : run.take(said);
    },
    end: (exit) => verdictOf(run.facts, exit),
  };
}

class CodexRun {
  readonly #home: string;
  #facts: CodexFacts = { commandsRun: 0 };
  #threadId: string | undefined;
  #model: string | undefined;
  #isInitTold = false;

  constructor(home: string) {
    this.#home = home;
  }

  get facts(): CodexFacts {
    return this.#facts;
  }

  async take(said: CodexLine): Promise<RuntimeEvent[]> {
    switch (said.type) {
      case 'thread.started':
        this.#threadId = said.thread_id;
        return [{ kind: 'STARTED', providerSessionId: said.thread_id }];
      case 'error':
        return isRetry(said.message) ? [{ kind: 'BLOCKED', summary: said.message }] : [];
      case 'item.completed':
        return [...(await this.#init()), ...this.#item(said.item)];
      case 'turn.completed': {
        const told = await this.#init();
        this.#facts = { ...this.#facts, isCompleted: true };
        const { input_tokens: inputTokens, output_tokens: outputTokens } = said.usage;
        const model = this.#model === undefined ? {} : { model: this.#model };
        return [...told, { kind: 'USAGE', inputTokens, outputTokens, ...model }, { kind: 'COMPLETED' }];
      }
      case 'turn.failed':
        this.#facts = { ...this.#facts, failure: said.error.message };
        return [...(await this.#init()), { kind: 'FAILED', summary: said.error.message }];
    }
  }

  /** Its output never names the model; its own record of the thread does, once the model was asked. */
  async #init(): Promise<RuntimeEvent[]> {
    if (this.#isInitTold || this.#threadId === undefined) return [];
    this.#isInitTold = true;
    this.#model = await modelOfThread(this.#home, this.#threadId);
    return [{ kind: 'INIT', ...(this.#model === undefined ? {} : { model: this.#model }) }];
  }

  #item(item: CodexItem): RuntimeEvent[] {
    switch (item.type) {
      case 'agent_message':
        return [{ kind: 'MESSAGE', summary: item.text, text: item.text }];
      case 'command_execution':
        return this.#command(item.command, item.aggregated_output, item.exit_code ?? null);
      case 'file_change': {
        const paths = item.changes.map(({ path, kind }) => `${kind} ${path}`.trim()).join(', ');
        return [tool(toolWords('file_change', { path: paths }), item.status)];
      }
      case 'mcp_tool_call':
        return [tool(`${item.server}.${item.tool}`, item.status)];
      case 'web_search':
        return [tool(toolWords('web_search', item))];
      case 'error':
        return [{ kind: 'MESSAGE', summary: item.message }];
      case 'other':
        return [];
    }
  }

  #command(command: string, output: string, exitCode: number | null): RuntimeEvent[] {
    if (isSandboxFailure(exitCode, output)) {
      this.#facts = { ...this.#facts, sandboxFailure: output.trim() };
      return [{ kind: 'BLOCKED', summary: `The sandbox did not start: ${output.trim()}` }];
    }
    this.#facts = { ...this.#facts, commandsRun: this.#facts.commandsRun + 1 };
    return [tool(toolWords('command', { command }), exitCode === 0 ? undefined : 'failed')];
  }
}

const tool = (words: string, status?: string): RuntimeEvent => ({
  kind: 'TOOL',
  count: 1,
  summary: status === 'failed' ? `${words} (failed)` : words,
});

/** `Reconnecting... 1/5 (…)`: the error that ends a turn comes again with `turn.failed`. */
const isRetry = (message: string): boolean => message.startsWith('Reconnecting');
