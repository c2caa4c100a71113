import type { ExecutionArgs } from 'graphql';
import type { Context } from '#schema/context.ts';
import { groupKey } from './group-key.ts';
import { ViewerGroup, type WrittenResult } from './viewer-group.ts';

/** One viewer's place in a group. */
export interface Membership {
  /** What the viewer sees of an event. */
  resultOf(event: unknown): Promise<WrittenResult>;
  /** Leaves the group; calling it again does nothing. */
  leave(): void;
}

/** The groups of a server that have members now. */
export class ViewerGroups {
  readonly #mask: (error: unknown) => Error;
  readonly #groups = new Map<string, ViewerGroup>();

  constructor(mask: (error: unknown) => Error) {
    this.#mask = mask;
  }

  get size(): number {
    return this.#groups.size;
  }

  join(args: ExecutionArgs): Membership {
    const key = groupKey((args.contextValue as Context).actor, args);
    const group = this.#groups.get(key) ?? new ViewerGroup(args, this.#mask);
    this.#groups.set(key, group);
    group.members += 1;
    let isMember = true;
    return {
      resultOf: (event) => group.resultOf(event, args),
      leave: () => {
        if (!isMember) return;
        isMember = false;
        group.members -= 1;
        if (group.members === 0) this.#groups.delete(key);
      },
    };
  }
}
