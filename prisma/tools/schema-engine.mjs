#!/usr/bin/env node
// Stands in for Prisma's native `schema-engine` program, which the CLI would otherwise download: the same
// JSON-RPC lines on stdin and stdout, answered by the WebAssembly build of the same engine.
// A developer's tool: the server applies migrations by itself (server/db/migrate.ts).
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { connectAdapter, openEngine } from './wasm-engine.mjs';

/** Error code of the engine's JSON-RPC; the CLI reads the details from `data`. */
const ENGINE_FAILED = 4466;

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    version: { type: 'boolean' },
  },
});
const datasource = JSON.parse(String(values['datasource'] ?? '{}'));

/** Writes one line of the engine's log, the only place where its `cli` commands answer. */
function log(level, message, fields = {}) {
  const line = { level, fields: { message, ...fields }, target: 'schema_engine::logger' };
  process.stderr.write(`${JSON.stringify({ ...line, timestamp: new Date().toISOString() })}\n`);
}

/** `cli can-connect-to-database`: exit code 0 or 1, and the reason on stderr. */
async function runCliCommand(command) {
  try {
    if (command !== 'can-connect-to-database')
      throw new Error(`${command} is not supported; create the database first`);
    await connectAdapter(datasource.url);
    log('INFO', 'Connection successful');
  } catch (error) {
    log('ERROR', String(error?.message ?? error), { error_code: 'P1001', is_panic: false });
    process.exitCode = 1;
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

let engine;

/** Answers one request; requests come one after another, for the engine is not reentrant. */
async function answer({ id, method, params }) {
  try {
    engine ??= await openEngine({ url: datasource.url, datamodels: values['datamodels'] ?? [] });
    const result = await engine[method === 'getDatabaseVersion' ? 'version' : method](params);
    // The native engine hands the text of a diff to the CLI through a call of its own.
    if (method === 'diff' && result.stdout)
      send({ id: `print-${id}`, method: 'print', params: { content: result.stdout } });
    send({ id, result: result ?? {} });
  } catch (error) {
    const data = { is_panic: false, message: String(error?.message ?? error), error_code: error?.code };
    send({ id, error: { code: ENGINE_FAILED, message: 'The schema engine failed.', data } });
  }
}

if (values['version']) process.stdout.write('schema-engine-wasm\n');
else if (positionals[0] === 'cli') await runCliCommand(positionals[1]);
else {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const request = line.trim() === '' ? {} : JSON.parse(line);
    if (request.method !== undefined) await answer(request);
  }
}
// PGlite and the connection pool keep the event loop alive.
process.exit();
