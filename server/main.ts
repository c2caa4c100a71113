import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { type App, createApp } from './app.ts';
import { authenticate } from './auth/authenticate.ts';
import { ensureOrganisation } from './auth/first-start.ts';
import { type ConfigOptions, loadConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { listen, requireFreePort } from './http/listen.ts';
import { createLogger } from './logger.ts';
import { makeOwnerCredential, readOwnerCredential } from './owner-credential.ts';
import { Upkeep } from './upkeep.ts';
import { WebhookDispatcher } from './webhooks/delivery/webhook-dispatcher.ts';

/** What is told once the server answers. */
export interface Ready {
  readonly url: string;
  readonly dataDir: string;
  /** True when this start created the organisation and its owner. */
  readonly firstStart: boolean;
  /** The owner's credential, kept 0600 in the data folder; undefined where another server made the organisation. */
  readonly ownerToken: string | undefined;
}

export interface RunServerArguments {
  readonly options: ConfigOptions;
  readonly env: NodeJS.ProcessEnv;
  /** Folder with the migrations of this build. */
  readonly migrationsDir: string;
  /** Folder of the built web page; without one the server has none. */
  readonly webDir?: string | undefined;
  /** Ends the server when it fires; open requests are finished first. */
  readonly signal: AbortSignal;
  onReady(ready: Ready): void | Promise<void>;
}

/**
 * Runs a server until `signal` fires: database, migrations, first start, listening; then everything in reverse.
 * Throws StartupError, with a remedy, for what a person can mend: at the start, and later when the private PostgreSQL went
 * away and could not be started again.
 */
export async function runServer(args: RunServerArguments): Promise<void> {
  const config = loadConfig(args.options, args.env);
  const log = createLogger({ ...config, secretValues: secretValuesOf(args.env) });
  // On a folder that is in use, whoever owns the folder is the better news.
  if ((await readOwnerCredential(config.dataDir)) === undefined) await requireFreePort(config.host, config.port);
  await using database = await connect(config, log);
  await migrate(database, args.migrationsDir);
  const { migrationsDir, webDir } = args;
  await using app = createApp({ database, log, migrationsDir, webDir, outbound: config.outbound });
  const { firstStart, ownerToken } = await firstStartOf(app, config.dataDir);
  await using upkeep = new Upkeep(app, log);
  upkeep.start();
  await using webhooks = new WebhookDispatcher(app, log);
  webhooks.start();
  await using listening = await listen(app, config.host, config.port);
  log.info({ url: listening.url, firstStart }, 'ready');
  await args.onReady({ url: listening.url, dataDir: config.dataDir, firstStart, ownerToken });
  await Promise.race([aborted(args.signal), database.givenUp]);
  log.info('ending: open requests are finished first');
}

/** Makes the organisation on the first start, and gives the owner's credential wherever it lies here and still holds. */
async function firstStartOf(app: App, dataDir: string): Promise<Pick<Ready, 'firstStart' | 'ownerToken'>> {
  const isEmpty = (await app.prisma.organisation.count()) === 0;
  const firstStart = isEmpty && (await ensureOrganisation(app, await makeOwnerCredential(dataDir)));
  const kept = await readOwnerCredential(dataDir);
  const holds = kept !== undefined && (await authenticate(app, kept)) !== null;
  return { firstStart, ownerToken: holds ? kept : undefined };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
