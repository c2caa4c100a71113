import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../schema.ts';

const printedFile = fileURLToPath(new URL('../schema.graphql', import.meta.url));

/**
 * Writes the schema, sorted, to schema/schema.graphql. With `--check` it writes nothing and fails
 * when the committed file is another one: the file is what reviewers and clients read.
 */
async function main(): Promise<void> {
  const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
  const committed = await readFile(printedFile, 'utf8').catch(emptyWhenMissing);
  if (printed === committed) return;
  if (!process.argv.includes('--check')) {
    await writeFile(printedFile, printed);
    return;
  }
  console.error(
    `schema/schema.graphql is not what the code says, first at line ${firstDifference(printed, committed)}.`,
  );
  console.error('Run `npm run schema:print` and commit the file.');
  process.exitCode = 1;
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

function firstDifference(left: string, right: string): number {
  const rightLines = right.split('\n');
  return left.split('\n').findIndex((line, index) => line !== rightLines[index]) + 1;
}

await main();
