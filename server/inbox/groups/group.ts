import type { Actor } from '#server/auth/actor.ts';
import type { Scope } from '#server/auth/scopes.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Need, Window } from '../need.ts';

/** One group of Needs You: what its entries are, and how many there are. */
export interface Group {
  /** What a credential needs to read it. */
  readonly scopes: readonly Scope[];
  list(ctx: CommandContext, actor: Actor, window: Window): Promise<Need[]>;
  count(ctx: CommandContext, actor: Actor): Promise<number>;
}
