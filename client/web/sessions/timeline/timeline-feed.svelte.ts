import { untrack } from 'svelte';
import type { EventType, SessionEventKind } from '../../../api/graphql/graphql.ts';
import {
  fetchRecords,
  fetchTimeline,
  type SessionRecord,
  type TimelineEntry,
} from '../../../api/operations/page/timeline.ts';
import { useKernel } from '../../state/kernel.svelte.ts';
import { joined, missingPart, type PartOfList, type Sight, STEP } from '../../state/list/part-of-list.ts';
import { entriesInRows, rowsOf } from './lanes.ts';

/** How long further events are waited for before reading again, in milliseconds. */
const GATHER_MS = 80;
/** Most records that stand among the entries; older ones are in the history of the work item. */
const MOST_RECORDS = 500;

interface TimelineArguments {
  readonly sessionId: string;
  /** Only entries of these kinds; null for all. */
  readonly kinds: readonly SessionEventKind[] | null;
  /** The facts of the log that stand among the entries. */
  readonly types: readonly EventType[];
}

type Part = PartOfList<TimelineEntry>;

/**
 * The part of a session's timeline around what is in sight, at first its end; the rest is read when one comes to it.
 * Entries are only ever added at the end, so each keeps its place.
 */
export class TimelineFeed {
  /** What is held, and in which rows. */
  readonly held = $derived.by(() => rowsOf(this.#part, this.#records, this.#entryCount));
  /** Rows of the whole timeline: entries and records. */
  readonly rowCount = $derived.by(() => this.#entryCount + this.#records.length);
  error = $state.raw<unknown>();
  isLoading = $state(true);
  #part = $state.raw<Part>({ start: 0, entries: [] });
  #records = $state.raw<readonly SessionRecord[]>([]);
  #entryCount = $state(0);
  readonly #connection = useKernel().connection;
  readonly #args: () => TimelineArguments;
  #sight: Sight = { from: 0, to: 0 };
  /** Counts what was asked for; an answer to an earlier question is not shown. */
  #turn = 0;
  #isFilling = false;
  #isStale = false;
  #areRecordsStale = false;

  constructor(args: () => TimelineArguments) {
    this.#args = args;
    const { feed } = useKernel();
    $effect(() => {
      const { sessionId, types } = args();
      untrack(() => void this.begin());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = feed.listen((event) => {
        if (event !== null && event.agentSessionId !== sessionId) return;
        this.#areRecordsStale ||= event === null || types.includes(event.type);
        // Not put off by what follows: a session that never rests is shown as it goes.
        timer ??= setTimeout(() => {
          timer = undefined;
          this.#isStale = true;
          void this.#fill();
        }, GATHER_MS);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    });
  }

  /** Reads the end of the timeline anew. */
  async begin(): Promise<void> {
    this.#turn += 1;
    this.#isFilling = false;
    this.isLoading = true;
    this.error = undefined;
    await this.#fillBy(async (turn) => {
      const { sessionId, types } = this.#args();
      const [{ totalCount }, records] = await Promise.all([
        this.#fetch(0, 1),
        types.length === 0 ? [] : fetchRecords(this.#connection, sessionId, types, MOST_RECORDS),
      ]);
      const end = await this.#endOf(totalCount);
      if (turn === this.#turn) this.#show(end.part, end.totalCount, records);
    });
    this.isLoading = false;
  }

  /** Told which rows are in sight: reads what of them is missing and lets go of what is far from them. */
  see(rows: Sight): void {
    this.#sight = rows;
    void this.#fill();
  }

  #fill(): Promise<void> {
    return this.#fillBy(async (turn) => {
      while (turn === this.#turn && (await this.#readNext(turn)));
    });
  }

  /** Whether there was something to read. */
  async #readNext(turn: number): Promise<boolean> {
    if (this.#isStale) {
      this.#isStale = false;
      await this.#readNews(turn);
      return true;
    }
    const sight = entriesInRows(this.#sight, this.#part, this.held);
    const wanted = missingPart(this.#part, sight, this.#entryCount);
    if (wanted === undefined) return false;
    const { entries, totalCount } = await this.#fetch(wanted.offset, wanted.count);
    if (turn !== this.#turn) return false;
    this.#show(joined(this.#part, { start: wanted.offset, entries }, sight), totalCount, this.#records);
    return entries.length > 0;
  }

  /** What was added since. Of much that came at once only the end is read, where that is what is in sight. */
  async #readNews(turn: number): Promise<void> {
    const count = this.#entryCount;
    const isFollowing = this.#sight.to >= this.rowCount;
    const holdsEnd = this.#part.start + this.#part.entries.length >= count;
    const [{ entries, totalCount }, records] = await Promise.all([
      this.#fetch(count, holdsEnd ? STEP : 1),
      this.#newRecords(),
    ]);
    const read = { start: count, entries };
    const end = isFollowing && totalCount > count + STEP ? await this.#endOf(totalCount) : undefined;
    if (turn !== this.#turn) return;
    const sight = entriesInRows(this.#sight, this.#part, this.held);
    const part = end?.part ?? (holdsEnd ? joined(this.#part, read, sight) : this.#part);
    this.#show(part, end?.totalCount ?? totalCount, records);
  }

  async #newRecords(): Promise<readonly SessionRecord[]> {
    const { sessionId, types } = this.#args();
    if (!this.#areRecordsStale || types.length === 0) return this.#records;
    this.#areRecordsStale = false;
    const known = new Set(this.#records.map(({ id }) => id));
    const newest = await fetchRecords(this.#connection, sessionId, types, STEP);
    return [...this.#records, ...newest.filter(({ id }) => !known.has(id))].slice(-MOST_RECORDS);
  }

  async #endOf(count: number): Promise<{ part: Part; totalCount: number }> {
    const start = Math.max(0, count - STEP);
    const { entries, totalCount } = await this.#fetch(start, STEP);
    return { part: { start, entries }, totalCount: Math.max(totalCount, count) };
  }

  #show(part: Part, entryCount: number, records: readonly SessionRecord[]): void {
    this.error = undefined;
    this.#part = part;
    this.#entryCount = entryCount;
    this.#records = records;
  }

  #fetch(offset: number, count: number) {
    const { sessionId, kinds } = this.#args();
    return fetchTimeline(this.#connection, { id: sessionId, offset, count, kinds });
  }

  /** One reading at a time; a failure is shown, unless something else is asked for by then. */
  async #fillBy(read: (turn: number) => Promise<void>): Promise<void> {
    if (this.#isFilling) return;
    const turn = this.#turn;
    this.#isFilling = true;
    try {
      await read(turn);
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
    if (turn !== this.#turn) return;
    this.#isFilling = false;
    // What happened while it read is not left for the next event.
    if (this.#isStale && this.error === undefined) await this.#fill();
  }
}
