import type { DaemonConfig } from './config.ts';
import type { DaemonLog } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Supervisor } from '../serving/supervisor.ts';
import type { Registration } from './registration.ts';
import { type RuntimeFound, writeStatus } from './status-file.ts';

/** What is wrong with a server that has not been heard of. */
const NOT_YET = 'It has not answered yet.';

interface Sources {
  readonly config: Pick<DaemonConfig, 'serverUrl' | 'machineName' | 'version'>;
  readonly outbox: Pick<Outbox, 'size' | 'clean' | 'held'>;
  readonly supervisor: Pick<Supervisor, 'running'>;
}

/** Keeps the status file of a daemon true: written when something is learned, and with each word from the server. */
export class StatusTeller {
  readonly #path: string;
  readonly #log: DaemonLog;
  readonly #sources: Sources;
  #registration: Registration | undefined;
  #problem: string | null = NOT_YET;
  #ended: string | null = null;
  #lastContactAt: string | null = null;
  #runtimes: RuntimeFound[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, log: DaemonLog, sources: Sources) {
    this.#path = path;
    this.#log = log;
    this.#sources = sources;
    this.#tell();
  }

  registered(registration: Registration): void {
    this.#registration = registration;
    this.#tell();
  }

  /** The server answered, or did not, and why. The log has it once, when it begins and when it is over. */
  contact(problem: string | null): void {
    const before = this.#problem;
    if (problem !== null && problem !== before) {
      this.#log.warn({ reason: problem }, 'the server does not serve this machine; it is tried again');
    }
    if (problem === null && before !== null && before !== NOT_YET)
      this.#log.info('the server serves this machine again');
    this.#problem = problem;
    if (problem === null) this.#lastContactAt = new Date().toISOString();
    this.#tell();
  }

  found(runtimes: RuntimeFound[]): void {
    this.#runtimes = runtimes;
    this.#tell();
  }

  /** Writes the last word, which says why it ended, and returns once it is written. */
  async ended(why: string): Promise<void> {
    this.#ended = why;
    this.#tell();
    await this.#writing;
  }

  #tell(): void {
    this.#writing = this.#writing
      .then(() => writeStatus(this.#path, this.#current()))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the status could not be written'));
  }

  #current() {
    const { config, outbox, supervisor } = this.#sources;
    return {
      version: config.version,
      serverUrl: config.serverUrl,
      machineId: this.#registration?.machineId ?? null,
      machineName: this.#registration?.name ?? config.machineName,
      isConnected: this.#problem === null && this.#ended === null,
      problem: outbox.clean(this.#problem),
      ended: outbox.clean(this.#ended),
      lastContactAt: this.#lastContactAt,
      runtimes: outbox.clean(this.#runtimes),
      sessions: supervisor.running.map(({ launchId, session: { sessionId, workItemKey, runtime } }) => ({
        ...{ launchId, sessionId, workItemKey, runtime },
      })),
      waitingReports: outbox.size,
      heldReports: outbox.held,
    };
  }
}
