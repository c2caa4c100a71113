import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compareWithSchema } from './compare-with-schema.ts';

const NAME = /^[a-z][a-z0-9_]{0,59}$/;

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const name = process.argv[2]?.replaceAll('-', '_') ?? '';

if (!NAME.test(name))
  refuse(`"${name}" is no name for a migration: say in lower case what changes, such as add_machine_label`);
const { differs, text } = compareWithSchema('sql');
if (!differs) refuse('prisma/schema has nothing that the migrations lack: change it first');
console.log(`wrote ${write(nextFolder(), text)}: read it, and add what the schema cannot say (such as COLLATE "C")`);

/** The folder after the highest number there is: 0002_add_machine_label. */
function nextFolder(): string {
  const numbers = readdirSync(migrations)
    .map((entry) => Number.parseInt(entry, 10))
    .filter(Number.isInteger);
  return `${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}_${name}`;
}

function write(folder: string, sql: string): string {
  mkdirSync(join(migrations, folder));
  const file = join(migrations, folder, 'migration.sql');
  writeFileSync(file, `${sql}\n`);
  return file;
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}
