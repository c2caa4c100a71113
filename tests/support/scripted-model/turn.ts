import { randomUUID } from 'node:crypto';

/** A tool that the model asks for. Codex addresses a tool of an MCP server by namespace (`mcp__NAME`) and name. */
export interface ModelCall {
  readonly tool: string;
  /** An object for a tool with named arguments, a text for a freeform one. */
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly namespace?: string;
}

/** What the model answers to one request that carries tools. */
export interface ModelTurn {
  readonly text?: string;
  readonly calls?: readonly ModelCall[];
  /** Tokens that the answer claims to have used; a client compacts when they come near its window. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  /** Answers with this status and body instead. */
  readonly refusal?: { readonly status: number; readonly body: unknown };
  /** Never answers: the request stays open until its client gives up. */
  readonly hang?: boolean;
  /** The answer is held back until this is done. */
  readonly after?: Promise<unknown>;
}

/** An id in the shape that both APIs use: a prefix and letters. */
export const modelId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/** What the answer claims to have used. */
export const usageOf = (turn: ModelTurn): { readonly inputTokens: number; readonly outputTokens: number } =>
  turn.usage ?? { inputTokens: 100, outputTokens: 20 };
