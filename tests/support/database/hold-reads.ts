import pg from 'pg';
import { vi } from 'vitest';

/** Whether a statement, as it was given to PostgreSQL's client, reads work items. */
export const isReadOfWorkItem = ([first]: readonly unknown[]): boolean =>
  JSON.stringify(first).includes('FROM \\"public\\".\\"WorkItem\\"');

export interface HeldReads {
  /** Resolves once a read waits. */
  readonly reached: Promise<void>;
  /** Lets those that wait and all later ones through. */
  readonly open: () => void;
}

/** Holds back every read of a work item from now on, until it is opened. `vi.restoreAllMocks()` takes it away. */
export function holdReadsOfWorkItems(): HeldReads {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown;
  let open = (): void => undefined;
  let reach = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parts: unknown[]) {
    if (!isReadOfWorkItem(parts)) return query.apply(this, parts);
    reach();
    return opened.then(() => query.apply(this, parts));
  });
  return { reached, open: () => open() };
}
