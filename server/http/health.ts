import { migrationGaps } from '#server/db/migrate.ts';
import type { App } from '#server/app.ts';

/** Whether the server can do its work: the database answers and every migration of this build is applied. */
export interface Readiness {
  readonly ready: boolean;
  readonly database: 'ok' | 'unreachable';
  readonly migrations: 'ok' | 'pending' | 'newer' | 'unknown';
  /** Of a "no": what is wrong and what to do about it. */
  readonly reason?: string;
}

/** Asks the database; never throws, since "no" is an answer here. What lies behind a "no" goes to the log. */
export async function readiness(app: App): Promise<Readiness> {
  try {
    const { pending, unknown } = await migrationGaps(app.database, app.migrations);
    if (unknown.length > 0) {
      const reason = `A newer Kernel gave the database the migrations ${unknown.join(', ')}, which this one does not know. Upgrade this server.`;
      return { ready: false, database: 'ok', migrations: 'newer', reason };
    }
    if (pending.length === 0) return { ready: true, database: 'ok', migrations: 'ok' };
    const reason = `The database lacks the migrations ${pending.join(', ')}. Start a server of this version again: it applies them.`;
    return { ready: false, database: 'ok', migrations: 'pending', reason };
  } catch (error) {
    app.log.warn({ err: error }, 'the database does not answer');
    const reason = app.database.outage() ?? 'The database does not answer. The server goes on by itself once it does.';
    return { ready: false, database: 'unreachable', migrations: 'unknown', reason };
  }
}
