import { type App, createApp } from '#server/app.ts';
import { authenticate } from '#server/auth/authenticate.ts';
import type { Actor } from '#server/auth/actor.ts';
import { ensureOrganisation } from '#server/auth/first-start.ts';
import { mintSecret } from '#server/auth/secret.ts';
import { connect } from '#server/db/connect.ts';
import { listen } from '#server/http/listen.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase } from '../database/database.ts';

/** The real server on a database of its own, listening on a free port, with one organisation and its owner. */
export interface TestApp extends AsyncDisposable {
  readonly app: App;
  readonly url: string;
  readonly databaseUrl: string;
  readonly ownerToken: string;
  readonly owner: Actor;
  /** Sends one GraphQL request over HTTP; `token` is the owner's unless named, null for nobody. */
  graphql<Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
    token?: string | null,
  ): Promise<GraphQLAnswer<Data>>;
}

export interface GraphQLAnswer<Data> {
  readonly data: Data | null;
  readonly errors?: {
    message: string;
    path?: (string | number)[];
    extensions: Record<string, unknown> & { code: string };
  }[];
}

/**
 * Boots the real thing; dispose it when done, or `await using`. `overrides` fixes the clock or the ids, `webDir` is the
 * folder of the built page where it is to be served.
 */
export async function createTestApp(
  overrides: Partial<Pick<App, 'clock' | 'ids' | 'outbound'>> = {},
  webDir?: string,
): Promise<TestApp> {
  const testDatabase = await createTestDatabase();
  const log = createLogger({
    logLevel: (process.env['KERNEL_LOG_LEVEL'] as 'debug' | undefined) ?? 'fatal',
    logFormat: 'json',
  });
  const database = await connect({ databaseUrl: testDatabase.url, dataDir: '' }, log);
  const app = createApp({ database, log, migrationsDir: 'prisma/migrations', webDir }, overrides);
  const ownerToken = mintSecret();
  await ensureOrganisation(app, ownerToken);
  const owner = await authenticate(app, ownerToken);
  if (owner === null) throw new Error('the owner of a new organisation cannot sign in');
  const listening = await listen(app, '127.0.0.1', 0);
  const { url } = listening;
  return {
    app,
    url,
    databaseUrl: testDatabase.url,
    ownerToken,
    owner,
    graphql: (query, variables = {}, token = ownerToken) => send(url, token, query, variables),
    async [Symbol.asyncDispose]() {
      for (const owned of [listening, app, database, testDatabase]) await owned[Symbol.asyncDispose]();
    },
  };
}

async function send<Data>(
  url: string,
  token: string | null,
  query: string,
  variables: Record<string, unknown>,
): Promise<GraphQLAnswer<Data>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as GraphQLAnswer<Data>;
}
