import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One folder of prisma/migrations. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex, as Prisma computes it. */
  readonly checksum: string;
}

/** The migrations of `dir` in the order of their names: every folder with a `migration.sql`. */
export function readMigrations(dir: string): Migration[] {
  const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => ({ name, file: join(dir, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => {
      const bytes = readFileSync(file);
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
    });
}
