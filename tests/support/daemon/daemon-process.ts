import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How long a daemon may take to say something on a slow machine, in milliseconds. */
const PATIENCE_MS = 45_000;

/** `kernel daemon` as a process of its own. */
export interface DaemonProcess {
  readonly pid: number;
  /** Everything it wrote so far. */
  said(): string;
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
    untilSaid: (pattern) =>
      new Promise((resolve, reject) => {
        const give = (why: string) => reject(new Error(`The daemon ${why}, having said: ${said}`));
        const patience = setTimeout(() => finish(() => give(`did not say ${String(pattern)}`)), PATIENCE_MS);
        const finish = (settle: () => void) => {
          clearTimeout(patience);
          listeners.delete(look);
          settle();
        };
        const look = () => {
          if (pattern.test(said)) finish(resolve);
        };
        listeners.add(look);
        look();
        void ended.then((code) => finish(() => give(`ended with ${String(code)}`)));
      }),
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
