import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { Context } from '#schema/context.ts';
import type { EdgeContext, GraphQLServer } from './yoga.ts';

/** Yoga's own steps for one operation, with its limits, masks and caches. */
export interface Enveloped {
  readonly schema: GraphQLSchema;
  readonly parse: (query: string) => DocumentNode;
  readonly validate: (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[];
  readonly contextFactory: () => Promise<Context>;
  readonly execute: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
  readonly subscribe: (args: ExecutionArgs) => Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>;
}

/** The steps for an operation that does not come through Yoga's own HTTP; Yoga itself leaves their types open. */
export const enveloped = (graphql: GraphQLServer, edge: EdgeContext, params: object): Enveloped =>
  graphql.getEnveloped({ ...edge, params } as EdgeContext) as unknown as Enveloped;
