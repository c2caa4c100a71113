import pg from 'pg';
import { vi } from 'vitest';

/** The statements sent to PostgreSQL from now on, less announcements, which follow a commit whenever they may. */
export interface Statements {
  texts(): string[];
  /** Forgets those so far. */
  clear(): void;
}

/** Begins to watch; `vi.restoreAllMocks()` ends it. */
export function watchStatements(): Statements {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  return {
    texts: () =>
      spy.mock.calls
        .map(([first]: readonly unknown[]) => (typeof first === 'string' ? first : (first as { text: string }).text))
        .filter((text) => !text.includes('pg_notify')),
    clear: () => spy.mockClear(),
  };
}
