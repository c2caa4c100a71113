import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { Context } from '#schema/context.ts';
import { schema } from '#schema/schema.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { App } from '#server/app.ts';
import { useDocumentLimits } from './document-limits.ts';
import { createErrorMask } from './masked-errors.ts';
import { useOneListOfCodes } from './one-list-of-codes.ts';
import { useSoundInput } from './sound-input.ts';
import { useToldRedactions } from './told-redactions.ts';
import { useSharedSubscriptions } from '../realtime/shared-subscriptions.ts';

export const GRAPHQL_PATH = '/graphql';

/** What the edge hands to Yoga beside the request: who asks, and under which id it is logged. */
export interface EdgeContext {
  readonly actor: Actor | null;
  readonly requestId: string;
}

export type GraphQLServer = YogaServerInstance<EdgeContext, Context>;

/** GraphQL over HTTP, on the one schema. */
export function createGraphQLServer(app: App): GraphQLServer {
  const maskError = createErrorMask(app.log, app.ids);
  return createYoga<EdgeContext, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: false,
    batching: false,
    cors: false,
    logging: false,
    parserAndValidationCache: true,
    maskedErrors: { maskError },
    plugins: [
      useSoundInput(),
      useToldRedactions(),
      useDocumentLimits(),
      useSharedSubscriptions(app.viewers),
      useOneListOfCodes(maskError),
    ],
    context: ({ actor, requestId }) => ({
      actor,
      requestId,
      services: app.services,
      db: app.prisma,
      sequencer: app.sequencer,
    }),
  });
}
