import type { ExecutionResult } from 'graphql';
import type { Viewer } from './viewer.ts';

/**
 * The way from a viewer to its client, which differs by transport. For GraphQL it is the stream of results that a
 * subscription is: asked for the first time it lets the viewer begin, left it lets the viewer end.
 */
export abstract class Outlet implements AsyncGenerator<ExecutionResult, undefined> {
  #viewer: Viewer | undefined;

  /** Whether it takes a result now. */
  abstract readonly isReady: boolean;
  /** Sends a result. */
  abstract write(result: ExecutionResult): void;
  /** Nothing more will be written. */
  abstract finish(): void;
  /** Calls `viewer.resume()` once it is ready again. */
  abstract askForRoom(viewer: Viewer): void;
  protected abstract pull(): Promise<IteratorResult<ExecutionResult, undefined>>;

  attach(viewer: Viewer): this {
    this.#viewer = viewer;
    return this;
  }

  next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const pulled = this.pull();
    this.#viewer?.begin();
    this.#viewer?.resume();
    return pulled;
  }

  /** Everything the viewer holds is let go by the time this returns its promise. */
  return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.#viewer?.end();
    this.finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
