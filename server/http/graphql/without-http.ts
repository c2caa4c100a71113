import { GraphQLError } from 'graphql';

/** A replacer for JSON.stringify: `extensions.http` of an error is for this edge, not for callers. */
export function withoutHttp(this: unknown, key: string, value: unknown): unknown {
  if (key !== 'extensions' || !isObject(value) || !holdsError(this)) return value;
  const { http: _http, ...rest } = value;
  return rest;
}

const holdsError = (holder: unknown): boolean =>
  holder instanceof GraphQLError || (isObject(holder) && 'message' in holder);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
