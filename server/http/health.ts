import { pendingMigrations } from '#server/db/migrate.ts';
import type { App } from '#server/app.ts';

/** Whether the server can do its work: the database answers and every migration of this build is applied. */
export interface Readiness {
  readonly ready: boolean;
  readonly database: 'ok' | 'unreachable';
  readonly migrations: 'ok' | 'pending' | 'unknown';
}

/** Asks the database; never throws, since "no" is an answer here. The reason of a "no" goes to the log. */
export async function readiness(app: App): Promise<Readiness> {
  try {
    const pending = await pendingMigrations(app.database, app.migrationsDir);
    const migrations = pending.length === 0 ? 'ok' : 'pending';
    return { ready: migrations === 'ok', database: 'ok', migrations };
  } catch (error) {
    app.log.warn({ err: error }, 'the database does not answer');
    return { ready: false, database: 'unreachable', migrations: 'unknown' };
  }
}
