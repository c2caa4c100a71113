// The WebAssembly schema engine and the databases it looks at.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import pg from 'pg';

/** Object id of PostgreSQL's internal type "char", which the catalogue queries return and adapter-pg does not know. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/** A connection whose results say `text` where PostgreSQL says "char". */
class CatalogueClient extends pg.Client {
  query(...args) {
    const answer = super.query(...args);
    return typeof answer?.then === 'function' ? answer.then(renameCharColumns) : answer;
  }
}

function renameCharColumns(result) {
  for (const field of result.fields ?? []) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
  return result;
}

/** Opens an empty database in memory: no server, no right to create databases, nothing left behind. */
async function openShadow() {
  return new PrismaPGlite(new PGlite()).connect();
}

/** An empty database in memory for `in-memory` URLs, and as everybody's shadow; else the database at `url`. */
function adapterFactory(url) {
  if (isInMemory(url)) {
    const { provider, adapterName } = new PrismaPGlite(new PGlite());
    return { provider, adapterName, connect: openShadow, connectToShadowDb: openShadow };
  }
  const pool = new pg.Pool({ connectionString: url, Client: CatalogueClient });
  const factory = new PrismaPg(pool);
  const { provider, adapterName } = factory;
  return { provider, adapterName, connect: () => factory.connect(), connectToShadowDb: openShadow };
}

function isInMemory(url) {
  return url === undefined || new URL(url).hostname === 'in-memory';
}

/**
 * Checks that the database at `url` answers.
 * @throws {Error} in the driver's words when it does not.
 */
export async function connectAdapter(url) {
  if (isInMemory(url)) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

/**
 * Starts the engine over the database at `url`, with the Prisma files `datamodels` as its schema.
 * It connects only when a method needs the database.
 */
export async function openEngine({ url, datamodels }) {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const module = await WebAssembly.compile(await readFile(join(folder, 'schema_engine_bg.wasm')));
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  const files = await Promise.all(datamodels.map(async (path) => [path, await readFile(path, 'utf8')]));
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(url));
  return glue.SchemaEngine.new({ datamodels: files.length > 0 ? files : undefined }, () => undefined, adapter);
}
