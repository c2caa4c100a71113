import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What applying every migration and reading prisma/schema disagree about. */
export interface Comparison {
  readonly differs: boolean;
  /** The difference for a person, or as SQL that would mend it. */
  readonly text: string;
}

/** Exit code of `migrate diff --exit-code` when the two sides differ. */
const DIFFERENT = 2;

/**
 * Compares the migrations, applied to an empty database in memory, with the Prisma schema.
 * Needs no server and reads nothing from the network.
 * @throws {Error} with the output of Prisma when the comparison itself fails, for example on a migration with bad SQL.
 */
export function compareWithSchema(format: 'summary' | 'sql'): Comparison {
  const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
  const flags = format === 'sql' ? ['--script'] : [];
  const { DATABASE_URL: _unused, ...env } = process.env;
  const run = spawnSync(
    process.execPath,
    [
      cli,
      'migrate',
      'diff',
      '--config',
      path('prisma.config.ts'),
      '--from-migrations',
      path('migrations'),
      '--to-schema',
      path('schema'),
      '--exit-code',
      ...flags,
    ],
    { encoding: 'utf8', env },
  );
  if (run.error) throw run.error;
  if (run.status !== 0 && run.status !== DIFFERENT)
    throw new Error(`prisma migrate diff failed:\n${run.stdout}${run.stderr}`);
  return { differs: run.status === DIFFERENT, text: run.stdout.trim() };
}

function path(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
