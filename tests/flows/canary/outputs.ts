import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Output } from './canaries.ts';

/** Every row of every table, as text. */
export async function databaseOutputs(url: string): Promise<Output[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const outputs: Output[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
      outputs.push(...rows.map(({ row }) => ({ where: `a row of ${name}`, text: row })));
    }
    return outputs;
  } finally {
    await client.end();
  }
}

/** Every file below a folder. */
export async function fileOutputs(folder: string): Promise<Output[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (where) => ({ where, text: await readFile(where, 'latin1') })));
}

/** What a subscription tells, until `isComplete` says that it has told enough. */
export async function streamOutput(
  request: { readonly url: string; readonly token: string; readonly query: string },
  isComplete: (text: string) => boolean | Promise<boolean>,
): Promise<Output> {
  const leaving = new AbortController();
  const response = await fetch(`${request.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${request.token}`,
    },
    body: JSON.stringify({ query: request.query }),
    signal: leaving.signal,
  });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('utf8');
    if (await isComplete(text)) break;
  }
  leaving.abort();
  return { where: 'the stream of events', text };
}
