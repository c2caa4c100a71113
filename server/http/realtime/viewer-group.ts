import { execute, type ExecutionArgs, type ExecutionResult, type GraphQLError } from 'graphql';
import type { Context } from '#schema/context.ts';
import type { Actor } from '#server/auth/actor.ts';
import { withoutHttp } from '../graphql/without-http.ts';

/** A result that carries its JSON, written once however many are sent it. Yoga knows `stringify` too. */
export interface WrittenResult extends ExecutionResult {
  readonly stringify: () => string;
}

interface Shared {
  readonly result: WrittenResult;
  /** Whether a resolver looked at who is asking, beyond what it may: such a result is of that viewer alone. */
  readonly isPersonal: boolean;
}

/** Viewers to whom an event looks the same, because their rights and what they ask for are the same. */
export class ViewerGroup {
  members = 0;
  readonly #args: ExecutionArgs;
  readonly #mask: (error: unknown) => Error;
  /** By event, and only as long as somebody still holds it: the log hands the same row to all who follow. */
  readonly #results = new WeakMap<object, Promise<Shared>>();
  #isPersonal = false;

  /** `args` are those of any member, `mask` turns what a resolver threw into what a caller may see. */
  constructor(args: ExecutionArgs, mask: (error: unknown) => Error) {
    this.#args = args;
    this.#mask = mask;
  }

  /** What the member with these `args` sees of an event: executed once for all, or for it alone where that is not the same. */
  async resultOf(event: unknown, args: ExecutionArgs): Promise<WrittenResult> {
    if (typeof event === 'object' && event !== null && !this.#isPersonal) {
      const { result, isPersonal } = await this.#sharedResultOf(event);
      if (!isPersonal) return result;
    }
    return this.#execute(event, args, (args.contextValue as Context).actor);
  }

  #sharedResultOf(event: object): Promise<Shared> {
    const begun = this.#results.get(event);
    if (begun !== undefined) return begun;
    const shared = this.#executeForAll(event);
    this.#results.set(event, shared);
    return shared;
  }

  async #executeForAll(event: object): Promise<Shared> {
    let isPersonal = false;
    const { actor } = this.#args.contextValue as Context;
    const nobody = actor && withIdentityObserved(actor, () => (isPersonal = true));
    const result = await this.#execute(event, this.#args, nobody);
    this.#isPersonal ||= isPersonal;
    return { result, isPersonal };
  }

  /** Each event has a context of its own: what resolvers remember per request would otherwise grow, and grow old. */
  async #execute(event: unknown, args: ExecutionArgs, actor: Actor | null): Promise<WrittenResult> {
    const contextValue: Context = { ...(args.contextValue as Context), actor };
    const { data, errors } = await execute({ ...args, rootValue: event, contextValue });
    if (errors === undefined) return written({ data: data ?? null });
    return written({ data: data ?? null, errors: errors.map((error) => this.#mask(error) as GraphQLError) });
  }
}

function written(result: ExecutionResult): WrittenResult {
  let text: string | undefined;
  return { ...result, stringify: () => (text ??= JSON.stringify(result, result.errors && withoutHttp)) };
}

/** The same actor, who tells when its identity is read. What it may do is the group's and can be read freely. */
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
