import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Membership, ViewerGroups } from './viewer-groups.ts';

/**
 * Runs subscriptions on every transport: each viewer has its own place in the log, and shares the execution of an event
 * with those who see the same of it. A stream that fails ends with one last result whose `errors` say why.
 */
export function useSharedSubscriptions(groups: ViewerGroups): Plugin {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        const source = await createSourceEventStream(args);
        if (!(Symbol.asyncIterator in source)) return source;
        return new ResultStream(source[Symbol.asyncIterator](), groups.join(args));
      });
    },
  };
}

const ENDED = { done: true, value: undefined } as const;

/**
 * Results of the source's events. `return()` reaches the source at once, even while a `next()` waits for it, and from
 * then on nothing is given any more, not even what others were being sent at that moment.
 */
class ResultStream implements AsyncIterableIterator<ExecutionResult> {
  readonly #source: AsyncIterator<unknown>;
  readonly #membership: Membership;
  #isEnded = false;

  constructor(source: AsyncIterator<unknown>, membership: Membership) {
    this.#source = source;
    this.#membership = membership;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    if (this.#isEnded) return ENDED;
    try {
      const event = await this.#source.next();
      if (event.done === true) this.#end();
      if (this.#isEnded) return ENDED;
      const value = await this.#membership.resultOf(event.value);
      // The viewer may have lost its rights while the event was executed.
      return this.#hasEnded() ? ENDED : { done: false, value };
    } catch (error) {
      if (this.#isEnded) return ENDED;
      this.#end();
      return { done: false, value: { errors: [lastWord(error)] } };
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.#end();
    await this.#source.return?.();
    return ENDED;
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(): void {
    this.#isEnded = true;
    this.#membership.leave();
  }

  #hasEnded(): boolean {
    return this.#isEnded;
  }
}

function lastWord(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
