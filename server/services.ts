import type { Actor } from './auth/actor.ts';
import type { CommandContext } from './command-context.ts';
import * as documents from './documents/index.ts';
import * as fleet from './fleet/index.ts';
import * as handoffs from './handoffs/index.ts';
import * as inbox from './inbox/index.ts';
import * as lineage from './lineage/index.ts';
import * as machines from './machines/index.ts';
import * as organisation from './organisation/index.ts';
import * as sessions from './sessions/index.ts';
import * as tokens from './auth/index.ts';
import * as webhooks from './webhooks/index.ts';
import { redactArguments } from './redaction/redact-arguments.ts';
import * as work from './work/index.ts';

type Command = (ctx: CommandContext, actor: Actor, ...args: unknown[]) => unknown;
type Bound<F> = F extends (ctx: CommandContext, actor: Actor, ...args: infer A) => infer R
  ? (actor: Actor, ...args: A) => R
  : never;
type BoundRoom<Room> = { readonly [Name in keyof Room]: Bound<Room[Name]> };

/** Everything the API can do or ask, one property per domain, each function waiting only for the actor and its input. */
export interface Services {
  readonly work: BoundRoom<typeof work>;
  readonly sessions: BoundRoom<typeof sessions>;
  readonly documents: BoundRoom<typeof documents>;
  readonly handoffs: BoundRoom<typeof handoffs>;
  readonly lineage: BoundRoom<typeof lineage>;
  readonly inbox: BoundRoom<typeof inbox>;
  readonly machines: BoundRoom<typeof machines>;
  readonly organisation: BoundRoom<typeof organisation>;
  readonly fleet: BoundRoom<typeof fleet>;
  readonly tokens: BoundRoom<typeof tokens>;
  readonly webhooks: BoundRoom<typeof webhooks>;
}

/** Binds the commands of every domain to one database, clock and source of ids. What they are given holds no secret. */
export const createServices = (ctx: CommandContext): Services => ({
  work: bindRoom(ctx, work),
  sessions: bindRoom(ctx, sessions),
  documents: bindRoom(ctx, documents),
  handoffs: bindRoom(ctx, handoffs),
  lineage: bindRoom(ctx, lineage),
  inbox: bindRoom(ctx, inbox),
  machines: bindRoom(ctx, machines),
  organisation: bindRoom(ctx, organisation),
  fleet: bindRoom(ctx, fleet),
  tokens: bindRoom(ctx, tokens),
  webhooks: bindRoom(ctx, webhooks),
});

function bindRoom<Room extends object>(ctx: CommandContext, room: Room): BoundRoom<Room> {
  const bound = Object.entries(room as Record<string, Command>).map(([name, command]) => [
    name,
    (actor: Actor, ...given: unknown[]) => command(ctx, actor, ...redactArguments(given)),
  ]);
  return Object.fromEntries(bound) as BoundRoom<Room>;
}
