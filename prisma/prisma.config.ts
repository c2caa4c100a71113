import { fileURLToPath } from 'node:url';

import { defineConfig } from 'prisma/config';

// Without this the CLI downloads a native schema engine before any command, `generate` included.
// Set here, so that nobody has to remember a variable.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(new URL('./tools/schema-engine.mjs', import.meta.url));
// Nor does the CLI ask its makers for news.
process.env['CHECKPOINT_DISABLE'] ??= '1';

// Only `migrate status` and its like look at a real database, and only when a developer names one.
// Comparing migrations with the schema needs none: tools/wasm-engine.mjs answers this URL from memory.
const inMemory = 'postgresql://in-memory/kernel';

export default defineConfig({
  schema: './schema',
  migrations: { path: './migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? inMemory, shadowDatabaseUrl: inMemory },
});
