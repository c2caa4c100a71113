import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { ServerOptions, SubscribePayload } from 'graphql-ws';
import type { App } from '#server/app.ts';
import { authenticate } from '#server/auth/authenticate.ts';
import type { CredentialEnd } from '#server/auth/credential-watch.ts';
import { QueryTooComplexError } from '#server/errors.ts';
import { closeCodes } from './close-codes.ts';
import { credentialRefusal } from '../credential-refusal.ts';
import { enveloped } from '../graphql/enveloped.ts';
import { MAX_OPERATIONS_PER_SOCKET } from '../limits.ts';
import { createErrorMask } from '../graphql/masked-errors.ts';
import { secretOf } from '../request-actor.ts';
import type { SocketConnection } from './socket-connection.ts';
import { SocketOperation } from './socket-operation.ts';
import { SocketResults } from './socket-results.ts';
import type { EdgeContext, GraphQLServer } from '../graphql/yoga.ts';

type Options = ServerOptions<Record<string, unknown>, SocketConnection>;

/** What graphql-ws asks of us: who may connect, how an operation runs, and what follows its last word. */
export function socketOperations(app: App, graphql: GraphQLServer): Options {
  const mask = createErrorMask(app.log, app.ids);
  const refusal = (error: unknown): GraphQLError[] => [mask(error) as GraphQLError];
  return {
    async onConnect({ connectionParams, extra: connection }) {
      const secret = secretOf(connectionParams?.['authorization']) ?? connection.cookieSecret;
      const actor = secret === undefined ? null : await authenticate(app, secret);
      if (secret === undefined || actor === null) return false;
      connection.admit(
        secret,
        app.credentials.watch(actor.tokenId, (why) => closeEnded(connection, why)),
      );
      return true;
    },
    async onSubscribe({ extra: connection, subscriptions }, id, payload) {
      // Counted as it arrives: those that arrive after it while the credential is looked up are not in its way.
      if (Object.keys(subscriptions).length > MAX_OPERATIONS_PER_SOCKET) return refusal(tooManyOperations());
      const actor = await connection.actorNow(() => authenticate(app, connection.secret));
      if (actor === null) {
        // Why it ended is what the watch finds out; it looks within a second, and closes with the fitting code.
        return refusal(credentialRefusal('REVOKED'));
      }
      try {
        const edge = { actor, requestId: app.ids.next('req') };
        return await prepared(graphql, edge, payload, new SocketResults(connection, id));
      } catch (error) {
        return refusal(error);
      }
    },
    execute: (args) => (args.rootValue as SocketOperation).execute(args),
    subscribe: (args) => (args.rootValue as SocketOperation).subscribe(args),
    onComplete({ extra: connection }, id) {
      if (connection.slowOperation !== id) return;
      connection.close(closeCodes.CONSUMER_TOO_SLOW, 'Events came faster than they were read');
    },
  };
}

async function prepared(
  graphql: GraphQLServer,
  edge: EdgeContext,
  params: SubscribePayload,
  results: SocketResults,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const { schema, parse, validate, contextFactory, execute, subscribe } = enveloped(graphql, edge, params);
  const document = parse(params.query);
  const errors = validate(schema, document);
  if (errors.length > 0) return errors;
  return {
    schema,
    document,
    contextValue: await contextFactory(),
    variableValues: params.variables ?? {},
    operationName: params.operationName ?? null,
    rootValue: new SocketOperation({ execute, subscribe }, results),
  };
}

const tooManyOperations = () =>
  new QueryTooComplexError(
    `${MAX_OPERATIONS_PER_SOCKET} operations run on this connection already. Complete one, or open another connection.`,
  );

function closeEnded(connection: SocketConnection, why: CredentialEnd): void {
  const code = why === 'EXPIRED' ? closeCodes.CREDENTIAL_EXPIRED : closeCodes.CREDENTIAL_REVOKED;
  connection.close(code, credentialRefusal(why).message);
}
