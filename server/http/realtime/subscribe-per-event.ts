import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * Executes each event of a subscription with a context of its own, so that what resolvers remember per request is
 * forgotten with the event and a stream of weeks does not grow; and ends a stream that fails with one last result whose
 * `errors` say why, the same on every transport.
 */
export function useContextPerEvent(): Plugin {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        const source = await createSourceEventStream(args);
        if (!(Symbol.asyncIterator in source)) return source;
        return new ResultStream(source[Symbol.asyncIterator](), args);
      });
    },
  };
}

/** Results of the source's events. `return()` reaches the source at once, even while a `next()` waits for it. */
class ResultStream implements AsyncIterableIterator<ExecutionResult> {
  readonly #source: AsyncIterator<unknown>;
  readonly #args: ExecutionArgs;
  #isEnded = false;

  constructor(source: AsyncIterator<unknown>, args: ExecutionArgs) {
    this.#source = source;
    this.#args = args;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    if (this.#isEnded) return { done: true, value: undefined };
    try {
      const event = await this.#source.next();
      if (event.done === true || this.#isEnded) return { done: true, value: undefined };
      const contextValue: unknown = { ...(this.#args.contextValue as object) };
      return { done: false, value: await execute({ ...this.#args, rootValue: event.value, contextValue }) };
    } catch (error) {
      this.#isEnded = true;
      return { done: false, value: { errors: [lastWord(error)] } };
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.#isEnded = true;
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function lastWord(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
