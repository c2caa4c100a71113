import { execute, type ExecutionArgs, type ExecutionResult, type GraphQLError } from 'graphql';
import type { Context } from '#schema/context.ts';
import type { Actor } from '#server/auth/actor.ts';
import { withoutHttp } from '../graphql/without-http.ts';

/** A result that carries its JSON, written once however many are sent it. Yoga knows `stringify` too. */
export interface WrittenResult extends ExecutionResult {
  readonly stringify: () => string;
}

/** Turns what a resolver threw into what a caller may see. */
type Mask = (error: unknown) => Error;

/** Executes the events of one subscription, with the rights of the viewer whose `args` it has. */
export class EventExecution {
  readonly args: ExecutionArgs;
  readonly #mask: Mask;
  #isPersonal = false;

  constructor(args: ExecutionArgs, mask: Mask) {
    this.args = args;
    this.#mask = mask;
  }

  /** What the viewer sees of an event. */
  resultOf(event: unknown): Promise<WrittenResult> {
    return this.#execute(event, this.#context.actor);
  }

  /**
   * What everybody with the viewer's rights sees of an event; undefined if a resolver looked at who is asking, beyond
   * what it may, since such a result is of one viewer alone.
   */
  async resultForAll(event: unknown): Promise<WrittenResult | undefined> {
    if (this.#isPersonal) return undefined;
    const { actor } = this.#context;
    const result = await this.#execute(event, actor && withIdentityObserved(actor, () => (this.#isPersonal = true)));
    return this.#wasPersonal() ? undefined : result;
  }

  /** The result that ends a stream because of an error. */
  lastWord(error: unknown): ExecutionResult {
    return { errors: [this.#mask(error) as GraphQLError] };
  }

  get #context(): Context {
    return this.args.contextValue as Context;
  }

  #wasPersonal(): boolean {
    return this.#isPersonal;
  }

  /** Each event has a context of its own: what resolvers remember per request would otherwise grow, and grow old. */
  async #execute(event: unknown, actor: Actor | null): Promise<WrittenResult> {
    const contextValue: Context = { ...this.#context, actor };
    const { data, errors } = await execute({ ...this.args, rootValue: event, contextValue });
    if (errors === undefined) return written({ data: data ?? null });
    return written({ data: data ?? null, errors: errors.map((error) => this.#mask(error) as GraphQLError) });
  }
}

function written(result: ExecutionResult): WrittenResult {
  let text: string | undefined;
  return { ...result, stringify: () => (text ??= JSON.stringify(result, result.errors && withoutHttp)) };
}

/** The same actor, who tells when its identity is read. What it may do is the same for a whole group and can be read freely. */
function withIdentityObserved(actor: Actor, onRead: () => void): Actor {
  const observed = (key: 'id' | 'name' | 'tokenId'): PropertyDescriptor => ({
    enumerable: true,
    get() {
      onRead();
      return actor[key];
    },
  });
  return Object.defineProperties(
    { ...actor },
    { id: observed('id'), name: observed('name'), tokenId: observed('tokenId') },
  );
}
