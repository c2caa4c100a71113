import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** Longest line that is read, in bytes: a document of 2 MB whose every character is escaped, and room beside it. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Standard input and output, one message a line. Beyond the SDK's transport it answers a line that is no message with a
 * parse error, and knows which requests are still unanswered, so that a client that closes its end gets every answer
 * before the process goes.
 */
export class ProcessTransport extends StdioServerTransport {
  readonly #input: Readable;
  readonly #unanswered = new Set<string | number>();
  #tooLong = false;
  #settled: (() => void) | undefined;

  constructor(input: Readable, output: Writable) {
    super(input, output, { maxBufferSize: MAX_LINE_BYTES });
    this.#input = input;
  }

  /** Resolves when the input has ended and every request is answered; false when a line was too long to go on. */
  async done(): Promise<boolean> {
    if (!this.#input.readableEnded && !this.#tooLong) {
      await Promise.race([once(this.#input, 'end'), once(this.#input, 'close'), this.#closed()]);
    }
    if (this.#unanswered.size > 0 && !this.#tooLong) await new Promise<void>((settle) => (this.#settled = settle));
    return !this.#tooLong;
  }

  override async start(): Promise<void> {
    const handle = this.onmessage;
    this.onmessage = (message) => {
      this.#note(message);
      handle?.(message);
    };
    const report = this.onerror;
    this.onerror = (error) => {
      report?.(error);
      if (error.message.startsWith('ReadBuffer exceeded')) this.#tooLong = true;
      this.#refuseLine();
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if (!('method' in message) && message.id !== undefined) this.#forget(message.id);
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#unanswered.add(message.id);
    if (message.method === 'notifications/cancelled') this.#forget(message.params?.['requestId']);
  }

  #forget(id: unknown): void {
    this.#unanswered.delete(id as string | number);
    if (this.#unanswered.size === 0) this.#settled?.();
  }

  #refuseLine(): void {
    const message = this.#tooLong
      ? `A line is longer than ${MAX_LINE_BYTES} bytes; this server ends.`
      : 'The line is no JSON-RPC 2.0 message. Send one JSON object a line.';
    // Which request it was is unknown, and JSON-RPC says null for that; the SDK's type has no word for it.
    const refusal = { jsonrpc: '2.0', id: null, error: { code: ErrorCode.ParseError, message } } as unknown;
    void super.send(refusal as JSONRPCMessage);
  }

  #closed(): Promise<void> {
    return new Promise((closed) => {
      const before = this.onclose;
      this.onclose = () => {
        before?.();
        closed();
      };
    });
  }
}
