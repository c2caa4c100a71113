import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** One message of the protocol, as it stood on a line. */
export interface RpcMessage {
  readonly id?: number | string | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** `kernel mcp` as a process of its own, spoken to line by line. */
export interface McpProcess extends AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  /** Writes exactly this. */
  write(text: string | Uint8Array): void;
  /** Sends a request and returns the id it has. */
  send(method: string, params?: unknown): number;
  /** The answer to one id; every line that was no answer to an awaited id stays in `stray`. */
  answer(id: number | null): Promise<RpcMessage>;
  request(method: string, params?: unknown): Promise<RpcMessage>;
  initialize(protocolVersion?: string): Promise<RpcMessage>;
  /** Closes its input, and returns its exit code once it is gone. */
  end(): Promise<number | null>;
}

export function startMcp(program: string, env: Readonly<Record<string, string>>, cwd?: string): McpProcess {
  const child = spawn(process.execPath, [program, 'mcp'], { env: { PATH: process.env['PATH'], ...env }, cwd });
  const answers = new Map<number | string | null, RpcMessage>();
  const waiting = new Map<number | string | null, PromiseWithResolvers<RpcMessage>>();
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  let gone: Error | undefined;
  child.on('close', () => {
    gone = new Error(`kernel mcp ended: ${errors.join('')}`);
    for (const { reject } of waiting.values()) reject(gone);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as RpcMessage;
    const id = message.id ?? null;
    const take = waiting.get(id);
    waiting.delete(id);
    if (take === undefined) answers.set(id, message);
    else take.resolve(message);
  });
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  let next = 0;
  const write = (text: string | Uint8Array) => void child.stdin.write(text);
  const send = (method: string, params?: unknown) => {
    write(`${JSON.stringify({ jsonrpc: '2.0', id: (next += 1), method, params })}\n`);
    return next;
  };
  const answer = (id: number | null) => {
    const found = answers.get(id);
    answers.delete(id);
    if (found !== undefined) return Promise.resolve(found);
    if (gone !== undefined) return Promise.reject(gone);
    const awaited = promised<RpcMessage>();
    waiting.set(id, awaited);
    return awaited.promise;
  };
  const request = (method: string, params?: unknown) => answer(send(method, params));
  return {
    child,
    write,
    send,
    answer,
    request,
    initialize: (protocolVersion = '2025-11-25') =>
      request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }),
    async end() {
      child.stdin.end();
      return codeOf(child);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await codeOf(child);
    },
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

function promised<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((...settlers) => ([resolve, reject] = settlers));
  return { promise, resolve, reject };
}

async function codeOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode;
}
