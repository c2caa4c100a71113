import { untrack } from 'svelte';
import { fetchTimeline, type TimelineEntry } from '../../api/operations/page/sessions.ts';
import { useKernel } from '../state/kernel.svelte.ts';

/** Entries read at once. */
const STEP = 100;
/** How long further events are waited for before reading again, in milliseconds. */
const GATHER_MS = 80;

interface TimelineArguments {
  readonly sessionId: string;
  readonly workItemId: string;
}

/** The end of a session's timeline, growing as entries are recorded, and its past as far as one scrolls up. */
export class TimelineFeed {
  entries = $state.raw<readonly TimelineEntry[]>([]);
  totalCount = $state(0);
  error = $state.raw<unknown>();
  isLoading = $state(true);
  #oldest = $state.raw<string | null>(null);
  readonly #connection = useKernel().connection;
  readonly #args: () => TimelineArguments;
  #isReading = false;
  #isStale = false;

  constructor(args: () => TimelineArguments) {
    this.#args = args;
    const { feed } = useKernel();
    $effect(() => {
      const { workItemId } = args();
      untrack(() => void this.begin());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = feed.listen((event) => {
        if (event !== null && (event.type !== 'SESSION_EVENTS_RECORDED' || event.workItem?.id !== workItemId)) return;
        clearTimeout(timer);
        timer = setTimeout(() => void this.#readEnd(), GATHER_MS);
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
    this.entries = [];
    this.isLoading = true;
    this.error = undefined;
    await this.#readEnd();
    this.isLoading = false;
  }

  /** Puts an older part before what is there. */
  async readOlder(): Promise<void> {
    const before = this.#oldest;
    if (this.#isReading || before === null) return;
    this.#isReading = true;
    await this.#read(before, (page) => {
      this.entries = [...page.entries, ...this.entries];
      this.#keepPlace(page);
    });
    this.#isReading = false;
  }

  /** Adds what is new. Where more came than one part holds, it begins anew with that part. */
  async #readEnd(): Promise<void> {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    this.#isStale = false;
    await this.#read(null, (page) => {
      const last = this.entries.at(-1)?.position;
      const fresh = page.entries.filter(({ position }) => last === undefined || position > last);
      const isGap = fresh.length === page.entries.length;
      this.entries = isGap ? page.entries : [...this.entries, ...fresh];
      if (isGap) this.#keepPlace(page);
      this.totalCount = page.totalCount;
    });
    this.#isReading = false;
    if (this.#isStale) await this.#readEnd();
  }

  #keepPlace({ pageInfo }: Awaited<ReturnType<typeof fetchTimeline>>): void {
    this.#oldest = pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? null) : null;
  }

  async #read(before: string | null, show: (page: Awaited<ReturnType<typeof fetchTimeline>>) => void): Promise<void> {
    const { sessionId } = this.#args();
    try {
      const page = await fetchTimeline(this.#connection, sessionId, STEP, before);
      if (sessionId === this.#args().sessionId) show(page);
    } catch (error) {
      this.error = error;
    }
  }
}
