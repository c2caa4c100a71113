import type { ClaimedEntry } from '../launches/launch-entry.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionEventReport } from '../outbox/report.ts';
import type { EventReader, RuntimeEvent } from '../runtimes/runtime-adapter.ts';
import { letOut } from './let-out.ts';
import { MAX_LINE_BYTES, type OutputLine } from './output-lines.ts';

/** Events that are reported together at most, and how long one waits for company, in milliseconds. */
const MAX_TOGETHER = 100;
const MAX_WAIT_MS = 500;
/** Events that are told one by one in a stretch of time, in milliseconds; of a flood beyond it only the sums are told. */
const MAX_IN_STRETCH = 2_000;
const STRETCH_MS = 10_000;
/** How long a runtime may say nothing until that is told, in milliseconds. */
const SILENCE_MS = 10 * 60_000;

const SUMMED = ['durationMs', 'inputTokens', 'outputTokens', 'costMicroUsd'] as const;
type Totals = { count: number } & { [Name in (typeof SUMMED)[number]]?: number };

/**
 * Makes reports of what a runtime says, no more than the sync mode lets out. A run that is read again from its beginning,
 * because the daemon was restarted, reports only what lies behind the place up to which it was reported.
 */
export class EventReporter {
  readonly #outbox: Outbox;
  readonly #entry: ClaimedEntry;
  readonly #note: (readBytes: number) => Promise<void>;
  readonly #now: () => number;
  readonly #reportedBytes: number;
  #waiting: SessionEventReport[] = [];
  #providerSession: string | undefined;
  #readBytes: number;
  #waitingSince = 0;
  #lastWord: number;
  #isSilenceTold = false;
  #lastWords = '';
  #stretch = { since: 0, count: 0 };
  #surplus = new Map<RuntimeEvent['kind'], Totals>();

  /** `note` writes the place up to which was reported into the ledger. */
  constructor(
    outbox: Outbox,
    entry: ClaimedEntry,
    note: (readBytes: number) => Promise<void>,
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#lastWord = now();
    this.#outbox = outbox;
    this.#entry = entry;
    this.#note = note;
    this.#reportedBytes = Math.max(entry.readBytes, outbox.readBytesOf(entry.launchId));
    this.#readBytes = this.#reportedBytes;
  }

  /** The last message of the agent, whatever the sync mode: it has not left this machine. Empty for none. */
  get lastWords(): string {
    return this.#lastWords;
  }

  /** Reads a line. One that is too long to be read is told of as an event without content. */
  async take({ text, endsAt }: OutputLine, reader: EventReader): Promise<void> {
    const tooLong: RuntimeEvent = { kind: 'BLOCKED', summary: `A line of over ${MAX_LINE_BYTES} bytes was not read.` };
    const events = text === undefined ? [tooLong] : await reader.read(text);
    for (const { kind, text: said } of events) if (kind === 'MESSAGE' && said !== undefined) this.#lastWords = said;
    if (endsAt <= this.#reportedBytes) return;
    this.#readBytes = endsAt;
    this.#lastWord = this.#now();
    this.#isSilenceTold = false;
    for (const event of events) this.#add(event);
    if (this.#waiting.length >= MAX_TOGETHER) await this.#flush();
  }

  /** Puts what waits into the outbox: all of it at the end, else once it has waited long enough. */
  async flushIfDue(isEnd: boolean): Promise<void> {
    if (!this.#isSilenceTold && this.#now() - this.#lastWord > SILENCE_MS) {
      this.#isSilenceTold = true;
      this.#add({ kind: 'BLOCKED', durationMs: SILENCE_MS, summary: 'The runtime said nothing for ten minutes.' });
    }
    if (isEnd || this.#now() - this.#waitingSince > MAX_WAIT_MS) await this.#flush();
  }

  #add(event: RuntimeEvent): void {
    this.#providerSession ??= event.providerSessionId;
    if (this.#waiting.length === 0 && this.#surplus.size === 0) this.#waitingSince = this.#now();
    if (this.#isFlood()) return this.#sumUp(event);
    this.#waiting.push(letOut(this.#outbox.clean(event), this.#entry.session.syncMode, new Date().toISOString()));
  }

  #isFlood(): boolean {
    if (this.#now() - this.#stretch.since > STRETCH_MS) this.#stretch = { since: this.#now(), count: 0 };
    this.#stretch.count += 1;
    return this.#stretch.count > MAX_IN_STRETCH;
  }

  #sumUp({ kind, ...event }: RuntimeEvent): void {
    const sums = this.#surplus.get(kind) ?? { count: 0 };
    sums.count += event.count ?? 1;
    for (const name of SUMMED) sums[name] = (sums[name] ?? 0) + (event[name] ?? 0);
    this.#surplus.set(kind, sums);
  }

  async #flush(): Promise<void> {
    const occurredAt = new Date().toISOString();
    const summed = [...this.#surplus].map(([kind, totals]) => ({ kind, occurredAt, ...totals }));
    const events = [...this.#waiting, ...summed];
    if (events.length === 0) return;
    this.#waiting = [];
    this.#surplus = new Map();
    const { launchId, session } = this.#entry;
    const about = { launchId, sessionId: session.sessionId };
    const providerSessionId = this.#providerSession;
    this.#providerSession = undefined;
    if (providerSessionId !== undefined) {
      await this.#outbox.put({ kind: 'PROVIDER_SESSION', ...about, providerSessionId });
    }
    const readBytes = this.#readBytes;
    await this.#outbox.put({ kind: 'EVENTS', ...about, events, readBytes }, () => this.#note(readBytes));
  }
}
