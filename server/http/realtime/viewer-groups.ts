import type { ExecutionArgs } from 'graphql';
import pLimit from 'p-limit';
import type { Context } from '#schema/context.ts';
import type { EventStream } from '#server/events/event-stream.ts';
import { EventExecution } from './event-execution.ts';
import { groupKey } from './group-key.ts';
import type { Outlet } from './outlet.ts';
import { type TakesTurns, Viewer } from './viewer.ts';
import { ViewerGroup } from './viewer-group.ts';

/**
 * How many subscriptions begin, or read what they missed, at the same time. It is fewer than the connections to the
 * database, so that thousands who come back after an outage keep nobody from reading and writing meanwhile.
 */
const READERS = 8;

/** What is open right now, for tests and for operators. */
export interface ViewerCensus {
  readonly viewers: number;
  /** Those of them who have joined a group, having read what they missed. */
  readonly live: number;
  readonly groups: number;
}

/** The viewers of a server, and the groups in which they share their work. */
export class ViewerGroups {
  /** Runs what a subscription reads for itself, now or once fewer do. */
  readonly inTurn: TakesTurns = pLimit(READERS);
  readonly #mask: (error: unknown) => Error;
  readonly #groups = new Map<string, ViewerGroup>();
  #viewers = 0;

  /** `mask` turns what a resolver threw into what a caller may see. */
  constructor(mask: (error: unknown) => Error) {
    this.#mask = mask;
  }

  /** Gives the outlet a viewer of the source's events, which begins when the outlet is first asked for a result. */
  open(source: AsyncIterator<unknown>, args: ExecutionArgs, outlet: Outlet): Outlet {
    const join = (viewer: Viewer, stream: EventStream): ViewerGroup => {
      const group = this.#groupOf(viewer, stream);
      group.join(viewer);
      return group;
    };
    this.#viewers += 1;
    const execution = new EventExecution(args, this.#mask);
    const place = { join, inTurn: this.inTurn, onEnd: () => (this.#viewers -= 1) };
    return outlet.attach(new Viewer(source, execution, outlet, place));
  }

  census(): ViewerCensus {
    const live = [...this.#groups.values()].reduce((sum, group) => sum + group.size, 0);
    return { viewers: this.#viewers, live, groups: this.#groups.size };
  }

  #groupOf({ execution }: Viewer, stream: EventStream): ViewerGroup {
    const { args } = execution;
    const key = groupKey((args.contextValue as Context).actor, args);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group: ViewerGroup = new ViewerGroup(stream, execution, () => {
      if (this.#groups.get(key) === group) this.#groups.delete(key);
    });
    this.#groups.set(key, group);
    return group;
  }
}
