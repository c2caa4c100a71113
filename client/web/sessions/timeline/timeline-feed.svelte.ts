import { untrack } from 'svelte';
import type { EventType, SessionEventKind } from '../../../api/graphql/graphql.ts';
import {
  fetchRecords,
  fetchTimeline,
  type SessionRecord,
  type TimelineEntry,
} from '../../../api/operations/page/timeline.ts';
import { useKernel } from '../../state/kernel.svelte.ts';
import { merged } from './lanes.ts';

/** Entries read at once. */
const STEP = 100;
/** How long further events are waited for before reading again, in milliseconds. */
const GATHER_MS = 80;

interface TimelineArguments {
  readonly sessionId: string;
  /** Only entries of these kinds; null for all. */
  readonly kinds: readonly SessionEventKind[] | null;
  /** The facts of the log that stand among the entries. */
  readonly types: readonly EventType[];
}

type Page = Awaited<ReturnType<typeof fetchTimeline>>;

/** The end of a session's timeline, growing as entries are recorded, and its past as far as one scrolls up. */
export class TimelineFeed {
  /** Entries and records in order; what of the past was not read yet is missing at the beginning. */
  readonly items = $derived.by(() => merged(this.#entries, this.#records, this.#oldest !== null));
  totalCount = $state(0);
  error = $state.raw<unknown>();
  isLoading = $state(true);
  #entries = $state.raw<readonly TimelineEntry[]>([]);
  #records = $state.raw<readonly SessionRecord[]>([]);
  #oldest = $state.raw<string | null>(null);
  readonly #connection = useKernel().connection;
  readonly #args: () => TimelineArguments;
  /** Counts what was asked for; an answer to an earlier question is not shown. */
  #turn = 0;
  #isReading = false;
  #isStale = false;

  constructor(args: () => TimelineArguments) {
    this.#args = args;
    const { feed } = useKernel();
    $effect(() => {
      const { sessionId } = args();
      untrack(() => void this.begin());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = feed.listen((event) => {
        if (event !== null && event.agentSessionId !== sessionId) return;
        // Not put off by what follows: a session that never rests is shown as it goes.
        timer ??= setTimeout(() => {
          timer = undefined;
          void this.#readEnd();
        }, GATHER_MS);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    });
  }

  get hasOlder(): boolean {
    return this.#oldest !== null;
  }

  /** Reads the end of the timeline anew. */
  async begin(): Promise<void> {
    this.#turn += 1;
    this.#entries = [];
    this.#records = [];
    this.#oldest = null;
    this.#isReading = false;
    this.isLoading = true;
    this.error = undefined;
    await this.#readEnd();
    this.isLoading = false;
  }

  /** Puts an older part before what is there. */
  async readOlder(): Promise<void> {
    const before = this.#oldest;
    if (before === null) return;
    await this.#once(async (turn) => {
      const page = await this.#fetch(before);
      if (turn !== this.#turn) return;
      this.#entries = [...page.entries, ...this.#entries];
      this.#keepPlace(page);
    });
  }

  /** Adds what is new. Where more came than one part holds, it begins anew with that part. */
  async #readEnd(): Promise<void> {
    this.#isStale = this.#isReading;
    await this.#once(async (turn) => {
      const { sessionId, types } = this.#args();
      const [page, records] = await Promise.all([
        this.#fetch(null),
        types.length === 0 ? [] : fetchRecords(this.#connection, sessionId, types),
      ]);
      if (turn === this.#turn) this.#show(page, records);
    });
    if (!this.#isReading && this.#isStale) await this.#readEnd();
  }

  #show(page: Page, records: readonly SessionRecord[]): void {
    const last = this.#entries.at(-1)?.position;
    const fresh = page.entries.filter(({ position }) => last === undefined || position > last);
    const isGap = fresh.length === page.entries.length;
    this.#entries = isGap ? page.entries : [...this.#entries, ...fresh];
    if (isGap) this.#keepPlace(page);
    this.#records = records;
    this.totalCount = page.totalCount + records.length;
  }

  #keepPlace({ pageInfo }: Page): void {
    this.#oldest = pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? null) : null;
  }

  #fetch(before: string | null): Promise<Page> {
    const { sessionId, kinds } = this.#args();
    return fetchTimeline(this.#connection, { id: sessionId, last: STEP, before, kinds });
  }

  /** One reading at a time; a failure is shown, unless something else is asked for by then. */
  async #once(read: (turn: number) => Promise<void>): Promise<void> {
    if (this.#isReading) return;
    const turn = this.#turn;
    this.#isReading = true;
    try {
      await read(turn);
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
    if (turn === this.#turn) this.#isReading = false;
  }
}
