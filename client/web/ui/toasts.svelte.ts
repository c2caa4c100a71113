export interface Toast {
  readonly id: number;
  readonly tone: 'done' | 'refused';
  readonly title: string;
  readonly detail: string | undefined;
}

/** How long good news stays, in milliseconds. What was refused stays until it was read. */
const SHOWN_MS = 5_000;
const MOST = 4;

/** Short news about acts, at the edge of the page. */
class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  #next = 1;

  say(title: string): void {
    const id = this.#add({ tone: 'done', title, detail: undefined });
    setTimeout(() => this.dismiss(id), SHOWN_MS);
  }

  warn(title: string, detail: string): void {
    this.#add({ tone: 'refused', title, detail });
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  #add(toast: Omit<Toast, 'id'>): number {
    const id = this.#next++;
    this.list = [...this.list, { ...toast, id }].slice(-MOST);
    return id;
  }
}

export const toasts = new Toasts();
