import type { ToolCallUpdate } from '@agentclientprotocol/sdk';

/** What is known of a tool call: what its agent said of it so far, newest word last. */
export interface ToolCall {
  readonly toolCallId: string;
  /** Whole, as it may be the command that is judged. */
  readonly title: string;
  readonly name: string | undefined;
  readonly kind: string | undefined;
  readonly rawInput: unknown;
  /** Files that it names, as the agent wrote them. */
  readonly paths: readonly string[];
  /** When it was first heard of, by `performance.now()`. */
  readonly since: number;
}

/** Most calls that are remembered; the oldest is forgotten first. */
const MAX_KEPT = 500;

/** The tool calls of a turn. */
export class ToolCalls {
  readonly #calls = new Map<string, ToolCall>();
  readonly #ended = new Set<string>();

  /** Takes what an agent says of a call, and returns all that is known of it now. */
  heard(update: ToolCallUpdate): ToolCall {
    const known = this.#calls.get(update.toolCallId);
    const call = {
      toolCallId: update.toolCallId,
      title: update.title ?? known?.title ?? 'a tool',
      name: update.name ?? known?.name,
      kind: update.kind ?? known?.kind,
      rawInput: update.rawInput ?? known?.rawInput,
      paths: [...new Set([...(known?.paths ?? []), ...pathsOf(update)])],
      since: known?.since ?? performance.now(),
    };
    this.#calls.set(update.toolCallId, call);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MAX_KEPT && oldest !== undefined) {
      this.#calls.delete(oldest);
      this.#ended.delete(oldest);
    }
    return call;
  }

  /** Takes that a call ended. False when it had ended before: some agents go on to speak of it. */
  ended(toolCallId: string): boolean {
    if (this.#ended.has(toolCallId)) return false;
    this.#ended.add(toolCallId);
    return true;
  }

  /** Calls that have not ended. */
  get open(): ToolCall[] {
    return [...this.#calls].filter(([id]) => !this.#ended.has(id)).map(([, call]) => call);
  }
}

function pathsOf({ locations, content, rawInput }: ToolCallUpdate): string[] {
  const diffs = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  return [...(locations ?? []).map(({ path }) => path), ...diffs, ...pathsIn(rawInput)];
}

/** The names under which agents put the files of a tool into its input. */
const PATH_KEYS: ReadonlySet<string> = new Set([
  'path',
  'file',
  'filepath',
  'filename',
  'absolutepath',
  'notebookpath',
  'source',
  'destination',
  'directory',
]);

function pathsIn(input: unknown): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' && PATH_KEYS.has(key.toLowerCase().replaceAll('_', '')) ? [value] : [],
  );
}
