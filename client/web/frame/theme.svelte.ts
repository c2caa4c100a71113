import { MediaQuery } from 'svelte/reactivity';

type Choice = 'light' | 'dark';
const KEY = 'kernel.theme';

/** Light or dark: the system's until the person chooses, then theirs on this browser. */
class Theme {
  #choice = $state<Choice | undefined>(readChoice());
  readonly #system = new MediaQuery('prefers-color-scheme: dark');

  constructor() {
    this.#apply();
  }

  get isDark(): boolean {
    return this.#choice === undefined ? this.#system.current : this.#choice === 'dark';
  }

  toggle(): void {
    this.#choice = this.isDark ? 'light' : 'dark';
    localStorage.setItem(KEY, this.#choice);
    this.#apply();
  }

  #apply(): void {
    if (this.#choice !== undefined) document.documentElement.dataset['theme'] = this.#choice;
  }
}

function readChoice(): Choice | undefined {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}

export const theme = new Theme();
