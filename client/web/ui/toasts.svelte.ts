export interface Toast {
  readonly id: number;
  readonly tone: 'done' | 'refused';
  readonly title: string;
  readonly detail: string | undefined;
}

/** How long news stays in sight at least, in milliseconds, and how much longer for each character there is to read. */
const SHOWN_MS = { done: 5_000, refused: 12_000 };
const READING_MS = 60;
const MOST = 4;

interface Countdown {
  /** Milliseconds in sight that are left to it. */
  left: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Short news about acts, at the edge of the page. Each stays long enough to be read; its time stands still while anybody
 * is at the news or away from the page.
 */
class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  #next = 1;
  readonly #countdowns = new Map<number, Countdown>();
  /** Why time stands still. */
  readonly #holds = new Set<string>();

  say(title: string): void {
    this.#add({ tone: 'done', title, detail: undefined });
  }

  /** The id of what is shown, to take it away when it holds no more. */
  warn(title: string, detail: string): number {
    return this.#add({ tone: 'refused', title, detail });
  }

  dismiss(id: number): void {
    clearTimeout(this.#countdowns.get(id)?.timer);
    this.#countdowns.delete(id);
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  /** Time stands still for as long as there is any reason that it should. */
  hold(reason: 'pointer' | 'focus' | 'away', isHeld: boolean): void {
    const wasStill = this.#holds.size > 0;
    if (isHeld) this.#holds.add(reason);
    else this.#holds.delete(reason);
    const isStill = this.#holds.size > 0;
    if (isStill === wasStill) return;
    for (const [id, countdown] of this.#countdowns) {
      if (isStill) this.#stop(countdown);
      else this.#start(id, countdown);
    }
  }

  #add(toast: Omit<Toast, 'id'>): number {
    const id = this.#next++;
    this.list = [...this.list, { ...toast, id }];
    for (const { id: oldest } of this.list.slice(0, -MOST)) this.dismiss(oldest);
    const left = SHOWN_MS[toast.tone] + READING_MS * (toast.title.length + (toast.detail?.length ?? 0));
    const countdown = { left, since: 0, timer: undefined };
    this.#countdowns.set(id, countdown);
    if (this.#holds.size === 0) this.#start(id, countdown);
    return id;
  }

  #start(id: number, countdown: Countdown): void {
    countdown.since = performance.now();
    countdown.timer = setTimeout(() => this.dismiss(id), countdown.left);
  }

  #stop(countdown: Countdown): void {
    clearTimeout(countdown.timer);
    countdown.left -= performance.now() - countdown.since;
  }
}

export const toasts = new Toasts();
