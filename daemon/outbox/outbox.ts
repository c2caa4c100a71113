import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { redactTexts } from '#schema/documents/redaction/redact-texts.ts';
import { readJson } from '../durable/read-json.ts';
import { writeDurably } from '../durable/write-file.ts';
import { report, type Report } from './report.ts';

const stored = z.object({
  /** Also the idempotency key under which it is sent, so that the server takes a repeated one for the same. */
  id: z.string(),
  report,
});

/** A report as it waits, with the name of its file, which sorts by its turn. */
export interface Waiting {
  readonly name: string;
  readonly id: string;
  readonly report: Report;
}

/** Most events, and about the most bytes, to which reports of one session are put together while they wait. */
const MAX_EVENTS = 400;
const MAX_BYTES = 256 * 1024;

/**
 * Reports wait here, one file each, from before they are sent until the server has them: across outages, restarts and
 * kills. They leave in the order in which they came. Events that come while the ones before them still wait join those, so
 * that a server which is slow or was away gets them in few requests. No secret gets in: not on this disk, so not further.
 */
export class Outbox {
  readonly #folder: string;
  readonly #secretValues: readonly string[];
  readonly #queue: Waiting[];
  /** Names of reports that were given out, by this process or perhaps by one before: the server may have them as they are. */
  readonly #given: Set<string>;
  /** Launches whose reports are not given out now, with why. */
  readonly #held = new Map<string, string>();
  #turn: number;
  #ring: (() => void) | undefined;

  private constructor(folder: string, secretValues: readonly string[], queue: Waiting[], turn: number) {
    this.#folder = folder;
    this.#secretValues = secretValues;
    this.#queue = queue;
    this.#given = new Set(queue.map(({ name }) => name));
    this.#turn = turn;
  }

  /**
   * Reads what waits in a folder, which may be missing. What cannot be read is put aside with what was refused.
   * `secretValues` are those that this machine knows beside what looks like a secret.
   */
  static async open(folder: string, secretValues: readonly string[] = []): Promise<Outbox> {
    const aside = join(folder, 'refused');
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const queue: Waiting[] = [];
    const names = (await readdir(folder)).filter(isReport).sort();
    for (const name of names) {
      const found = await readJson(join(folder, name), stored);
      if (found === undefined) await rename(join(folder, name), join(aside, name));
      else queue.push({ name, ...found });
    }
    const last = [...names, ...(await readdir(aside)).filter(isReport)].sort().at(-1);
    return new Outbox(folder, secretValues, queue, last === undefined ? 0 : Number.parseInt(last, 10));
  }

  /** Reports that wait. */
  get size(): number {
    return this.#queue.length;
  }

  /** Whether something of the launch has not reached the server yet. */
  holds(launchId: string): boolean {
    return this.#queue.some(({ report: of }) => of.launchId === launchId);
  }

  /**
   * A copy without the secrets in its texts. Every report passes here; whoever cuts a text passes it here before, since of
   * half a secret nobody can tell that it is one.
   */
  clean<T>(value: T): T {
    return redactTexts(value, { secretValues: this.#secretValues }).value;
  }

  /**
   * Puts a report in, and returns once it is safe on disk. `beforeSending` runs between that and the moment it may leave:
   * what has to be on disk before the server can have it.
   */
  async put(given: Report, beforeSending: () => Promise<void> = async () => undefined): Promise<void> {
    const content = this.clean(given);
    const open = this.#openFor(content);
    if (open !== undefined) this.#forget(open.name);
    else this.#turn += 1;
    const waiting = open ?? { name: nameOf(this.#turn), id: keyOf(content), report: content };
    const report = open === undefined ? content : joined(open.report, content);
    try {
      await writeDurably(join(this.#folder, waiting.name), JSON.stringify({ id: waiting.id, report }));
    } catch (error) {
      if (open !== undefined) this.#insert(open);
      throw error;
    }
    await beforeSending().finally(() => this.#insert({ ...waiting, report }));
  }

  /** Bytes of a launch's output whose events wait here. */
  readBytesOf(launchId: string): number {
    const bytes = this.#queue.map(({ report: of }) =>
      of.kind === 'EVENTS' && of.launchId === launchId ? of.readBytes : 0,
    );
    return Math.max(0, ...bytes);
  }

  /** Gives out no report of this launch until it is released. */
  hold(launchId: string, why: string): void {
    this.#held.set(launchId, this.clean(why));
  }

  release(launchId: string): void {
    this.#held.delete(launchId);
    this.#ring?.();
  }

  /** Launches whose reports are held back, with how many there are and why. */
  get held(): { readonly launchId: string; readonly reports: number; readonly why: string }[] {
    return [...this.#held].map(([launchId, why]) => {
      const reports = this.#queue.filter(({ report: of }) => of.launchId === launchId).length;
      return { launchId, reports, why };
    });
  }

  /** The next report that is not held back; waits until there is one. Undefined once `signal` fires. */
  async next(signal: AbortSignal): Promise<Waiting | undefined> {
    while (!signal.aborted) {
      const first = this.#queue.find(({ report: { launchId } }) => !this.#held.has(launchId));
      if (first !== undefined) {
        this.#given.add(first.name);
        return first;
      }
      await new Promise<void>((resolve) => {
        // The signal lives as long as the daemon: what listens to it is taken away, or each wait would leave one behind.
        const done = () => {
          signal.removeEventListener('abort', done);
          resolve();
        };
        this.#ring = done;
        signal.addEventListener('abort', done);
      });
    }
    return undefined;
  }

  /** The server has it. */
  async remove({ name }: Waiting): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
    this.#done(name);
  }

  /** The server will never take it: it is put aside, for a person to see, and the others go on. */
  async putAside({ name }: Waiting): Promise<void> {
    await rename(join(this.#folder, name), join(this.#folder, 'refused', name));
    this.#done(name);
  }

  /** The last report of the launch, when events can still join it: they fit, and nobody was given it. */
  #openFor(content: Report): Waiting | undefined {
    const last = this.#queue.findLast(({ report: of }) => of.launchId === content.launchId);
    if (content.kind !== 'EVENTS' || last?.report.kind !== 'EVENTS' || this.#given.has(last.name)) return undefined;
    if (last.report.events.length + content.events.length > MAX_EVENTS) return undefined;
    return JSON.stringify([last.report, content]).length > MAX_BYTES ? undefined : last;
  }

  #done(name: string): void {
    this.#forget(name);
    this.#given.delete(name);
  }

  #insert(waiting: Waiting): void {
    const at = this.#queue.findIndex((other) => other.name > waiting.name);
    this.#queue.splice(at === -1 ? this.#queue.length : at, 0, waiting);
    this.#ring?.();
  }

  #forget(name: string): void {
    const at = this.#queue.findIndex((other) => other.name === name);
    if (at !== -1) this.#queue.splice(at, 1);
  }
}

const isReport = (name: string): boolean => /^\d{12}\.json$/.test(name);

const nameOf = (turn: number): string => `${String(turn).padStart(12, '0')}.json`;

/** A session ends once: a daemon that was killed before it noted that it had said so says the same under the same key. */
const keyOf = (content: Report): string =>
  content.kind === 'ENDED' ? `${content.launchId}:ended:${content.fence}` : randomUUID();

const joined = (earlier: Report, later: Report): Report =>
  earlier.kind === 'EVENTS' && later.kind === 'EVENTS'
    ? { ...later, events: [...earlier.events, ...later.events] }
    : later;
