import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '#prisma/generated/pothos.ts';
import { getDatamodel } from '#prisma/generated/pothos.ts';
import type { Scope } from '#server/auth/scopes.ts';
import { ForbiddenError, QueryTooComplexError, UnauthenticatedError, ValidationError } from '#server/errors.ts';
import type { Context } from './context.ts';
import { typeOfId } from './global-id.ts';
import { parseMoment } from './arguments/parse-moment.ts';
import { fieldCost } from './field-cost.ts';
import { DEFAULT_PAGE_SIZE, MAX_BREADTH, MAX_COMPLEXITY, MAX_DEPTH, MAX_PAGE_SIZE } from './query-limits.ts';

export interface BuilderTypes {
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultAuthStrategy: 'all';
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: true;
  AuthScopes: { signedIn: boolean; owner: boolean; scope: Scope };
  Scalars: { DateTime: { Input: Date; Output: Date }; ID: { Input: string; Output: string } };
}

/** The one builder. Plugins run in this order, the first outermost: errors become union members only after authorization. */
export const builder = new SchemaBuilder<BuilderTypes>({
  plugins: [ErrorsPlugin, RelayPlugin, ScopeAuthPlugin, PrismaPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  defaultInputFieldRequiredness: true,
  errors: {
    defaultTypes: [],
    directResult: true,
    defaultUnionOptions: { name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result` },
  },
  relay: {
    cursorType: 'String',
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => {
      const typename = typeOfId(id);
      if (typename === undefined) throw new ValidationError('id', `${JSON.stringify(id)} is not an id of this system`);
      return { typename, id };
    },
    nodeQueryOptions: {
      nullable: true,
      authScopes: { signedIn: true },
      description: 'Any object by its id; null when there is none within reach.',
    },
    nodesQueryOptions: false,
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    defaultStrategy: 'all',
    runScopesOnType: true,
    authScopes: (ctx) => ({
      signedIn: ctx.actor !== null,
      owner: ctx.actor?.role === 'OWNER',
      scope: (scope: Scope) => ctx.actor?.scopes.has(scope) === true,
    }),
    unauthorizedError: (_parent, ctx) => {
      if (ctx.actor === null) return new UnauthenticatedError();
      return new ForbiddenError('This credential may not read or do this: it lacks a scope, or the right role.');
    },
  },
  prisma: {
    client: (ctx) => ctx.db,
    dmmf: getDatamodel(),
    onUnusedQuery: 'error',
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
    defaultConnectionSize: DEFAULT_PAGE_SIZE,
    maxConnectionSize: MAX_PAGE_SIZE,
  },
  complexity: {
    limit: { depth: MAX_DEPTH, complexity: MAX_COMPLEXITY, breadth: MAX_BREADTH },
    fieldComplexity: fieldCost,
    complexityError: (kind, is) =>
      new QueryTooComplexError(
        `The query's ${kind.toLowerCase()} is over the limit: depth ${is.depth} of ${MAX_DEPTH}, ` +
          `fields ${is.breadth} of ${MAX_BREADTH}, cost ${is.complexity} of ${MAX_COMPLEXITY}. Ask for less at once.`,
      ),
  },
});

builder.queryType({ description: 'What can be asked.' });
builder.mutationType({
  description: 'What can be done. Each command takes one input and answers with its payload or a typed refusal.',
});

builder.subscriptionType({
  description: 'What can be followed. PROTOCOL.md says how: order, cursors, close codes and what a client must do.',
});

builder.scalarType('DateTime', {
  description: 'A moment in UTC, as RFC 3339 with milliseconds, such as 2026-01-31T08:15:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: parseMoment,
});
