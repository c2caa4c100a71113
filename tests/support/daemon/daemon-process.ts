import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A line of a daemon's log. */
export interface LogLine {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** `kernel daemon` as a process of its own. */
export interface DaemonProcess {
  readonly pid: number;
  /** Everything it wrote so far. */
  said(): string;
  logged(): LogLine[];
  /** Returns once it has written something that fits; throws when it ends without. */
  untilSaid(pattern: RegExp): Promise<void>;
  /** The exit code once it is gone; null when a signal killed it. */
  readonly ended: Promise<number | null>;
  /** Sends the signal and returns once it is gone, with its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the program with these words, and an environment that holds nothing else. */
export function startDaemonProcess(words: readonly string[], env: NodeJS.ProcessEnv): DaemonProcess {
  const child = spawn(process.execPath, [...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    said: () => said,
    logged: () =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as LogLine),
    untilSaid: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(said)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then((code) => reject(new Error(`the daemon ended with ${String(code)}, having said: ${said}`)));
      }),
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
