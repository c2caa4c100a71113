import { redact } from '#schema/documents/redaction/redact.ts';
import type { ClaimedEntry } from '../launches/launch-entry.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionEventReport } from '../outbox/report.ts';
import type { EventReader, RuntimeEvent } from '../runtimes/runtime-adapter.ts';
import { letOut } from './let-out.ts';
import { MAX_LINE_BYTES, type OutputLine } from './output-lines.ts';

/** Events that are reported together at most, and how long one waits for company, in milliseconds. */
const MAX_TOGETHER = 100;
const MAX_WAIT_MS = 500;
/** How long a runtime may say nothing until that is told, in milliseconds. */
const SILENCE_MS = 10 * 60_000;

/**
 * Makes reports of what a runtime says, no more than the sync mode lets out. A run that is read again from its beginning,
 * because the daemon was restarted, reports only what lies behind the place up to which it was reported.
 */
export class EventReporter {
  readonly #outbox: Outbox;
  readonly #entry: ClaimedEntry;
  readonly #note: (readBytes: number) => Promise<void>;
  readonly #reportedBytes: number;
  #waiting: SessionEventReport[] = [];
  #providerSession: string | undefined;
  #readBytes: number;
  #waitingSince = 0;
  #lastWord = performance.now();
  #isSilenceTold = false;

  /** `note` writes the place up to which was reported into the ledger. */
  constructor(outbox: Outbox, entry: ClaimedEntry, note: (readBytes: number) => Promise<void>) {
    this.#outbox = outbox;
    this.#entry = entry;
    this.#note = note;
    this.#reportedBytes = Math.max(entry.readBytes, outbox.readBytesOf(entry.launchId));
    this.#readBytes = this.#reportedBytes;
  }

  /** Reads a line. One that is too long to be read is told of as an event without content. */
  async take({ text, endsAt }: OutputLine, reader: EventReader): Promise<void> {
    const tooLong: RuntimeEvent = { kind: 'BLOCKED', summary: `A line of over ${MAX_LINE_BYTES} bytes was not read.` };
    const events = text === undefined ? [tooLong] : await reader.read(text);
    if (endsAt <= this.#reportedBytes) return;
    this.#readBytes = endsAt;
    this.#lastWord = performance.now();
    this.#isSilenceTold = false;
    for (const event of events) this.#add(event);
    if (this.#waiting.length >= MAX_TOGETHER) await this.#flush();
  }

  /** Puts what waits into the outbox: all of it at the end, else once it has waited long enough. */
  async flushIfDue(isEnd: boolean): Promise<void> {
    if (!this.#isSilenceTold && performance.now() - this.#lastWord > SILENCE_MS) {
      this.#isSilenceTold = true;
      this.#add({ kind: 'BLOCKED', durationMs: SILENCE_MS, summary: 'The runtime said nothing for ten minutes.' });
    }
    if (isEnd || performance.now() - this.#waitingSince > MAX_WAIT_MS) await this.#flush();
  }

  #add(event: RuntimeEvent): void {
    this.#providerSession ??= event.providerSessionId;
    if (this.#waiting.length === 0) this.#waitingSince = performance.now();
    const { summary, text, ...rest } = event;
    const clean: RuntimeEvent = {
      ...rest,
      ...(summary === undefined ? {} : { summary: redact(summary).text }),
      ...(text === undefined ? {} : { text: redact(text).text }),
    };
    this.#waiting.push(letOut(clean, this.#entry.session.syncMode, new Date().toISOString()));
  }

  async #flush(): Promise<void> {
    const events = this.#waiting;
    if (events.length === 0) return;
    this.#waiting = [];
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
