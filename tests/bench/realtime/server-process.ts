/** A second server on the database of a benchmark, which also commits facts when asked. */
import type pg from 'pg';
import { createApp } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { openDatabase } from '#server/db/connect.ts';
import { listen } from '#server/http/listen.ts';
import { createLogger } from '#server/logger.ts';
import { clockUs } from './clock-us.ts';
import { commitFact } from './commit-fact.ts';
import { answerQuestions } from './helper.ts';
import { viewersReach } from './viewers-reach.ts';

export type ServerQuestion =
  | { readonly type: 'start'; readonly database: pg.PoolConfig }
  /** Answered once so many viewers are live. */
  | { readonly type: 'viewers'; readonly count: number }
  /** Answered with the moment at which the commit was known, on the clock of clockUs. */
  | { readonly type: 'commit'; readonly actor: Actor; readonly workItemId: string };

const log = createLogger({ logLevel: 'error', logFormat: 'json' });

async function start(target: pg.PoolConfig) {
  const database = await openDatabase(target, log);
  const app = createApp({ database, log, migrationsDir: 'prisma/migrations' });
  const listening = await listen(app, '127.0.0.1', 0);
  const end = async () => {
    for (const owned of [listening, app, database]) await owned[Symbol.asyncDispose]();
  };
  return { app, url: listening.url, end };
}

let server: Awaited<ReturnType<typeof start>> | undefined;

async function answer(question: ServerQuestion): Promise<unknown> {
  if (question.type === 'start') return (server = await start(question.database)).url;
  if (server === undefined) throw new Error('the server was not started');
  if (question.type === 'viewers') return viewersReach(server.app, question.count);
  const { actor, workItemId } = question;
  await commitFact(server.app, actor, workItemId);
  return clockUs();
}

answerQuestions(answer, () => server?.end());
