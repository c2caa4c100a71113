import type { z } from 'zod';
import type { Actor } from '#server/auth/actor.ts';
import type { Scope } from '#server/auth/scopes.ts';
import type { App } from '#server/app.ts';

/** One request, understood: who asks, about what, and with which checked input. */
export interface Call<Query = unknown, Body = unknown> {
  readonly app: App;
  readonly actor: Actor;
  /** The `{id}` of the path; empty where the path has none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  /** The caller's Idempotency-Key, or a new one. */
  readonly key: string;
  /** The caller's Idempotency-Key, for commands that are repeatable without one. */
  readonly sentKey: string | undefined;
}

/** A request as the document shows it; the contract test sends exactly these, in the order of a story. */
export interface Example {
  readonly id?: string;
  readonly body?: unknown;
}

/** Query parameters, each a text of its own; all may be left out. */
export type QuerySchema = z.ZodObject<Readonly<Record<string, z.ZodOptional>>>;

/** What one method at one path takes, does and answers. Serving it and describing it in OpenAPI read the same definition. */
export interface Operation<
  Query extends QuerySchema = QuerySchema,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** `operationId` of the document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below /api/v1, with at most one `{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** What the credential must hold. */
  readonly scopes: readonly Scope[];
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** Status of the answer. */
  readonly status: 200 | 201;
  readonly example: Example;
  run(call: Call<z.output<Query>, z.output<Body>>): Promise<z.output<Answer>>;
}

/** Ties the parts of one definition to each other, and gives it a type that a list can hold. */
export const operation = <Query extends QuerySchema, Body extends z.ZodType, Answer extends z.ZodType>(
  definition: Operation<Query, Body, Answer>,
): Operation => definition;
