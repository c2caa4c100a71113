import type { Readable } from 'node:stream';

/** An output stream as commands see it. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string | Uint8Array, done: (error?: Error | null) => void): boolean;
}

/** What a command can reach of the process it runs in; tests bring their own. */
export interface Host {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}
