import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Benchmark } from '../benchmark.ts';

/** The first page's script may have this many bytes in gzip. */
const BUDGET_BYTES = 120 * 1024;
/** What each measured page needs beside the document: the module that is loaded when one goes there. */
const pages = { 'first page': 'NeedsYouPage', package: 'PackagePage', lineage: 'LineageGraph' } as const;
const STATIC_IMPORT = /(?:from|import)\s*"(\.\/[^"]+\.js)"/g;

export const benchmark: Benchmark = {
  name: 'web-size',
  description: 'script of the page in gzip, with everything it loads at once, against the budget of the first page',
  async run(report) {
    const outDir = await mkdtemp(join(tmpdir(), 'kernel-web-size-'));
    try {
      await build({ configFile: 'client/web/vite.config.ts', logLevel: 'silent', build: { outDir } });
      const html = await readFile(join(outDir, 'index.html'), 'utf8');
      const entry = /src="\/(assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
      const main = await readFile(join(outDir, entry), 'utf8');
      for (const [name, component] of Object.entries(pages)) {
        const file =
          new RegExp(`assets/${component}-[\\w-]+\\.js`).exec(main)?.[0] ?? (await anyChunk(outDir, main, component));
        const bytes = await gzippedBytes([join(outDir, entry), join(outDir, file)]);
        const against = 'the budget of the first page';
        report({ name: `web-size ${name}`, value: bytes, unit: 'bytes', ratio: bytes / BUDGET_BYTES, against });
      }
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  },
};

/** A chunk that only another chunk names. Throws when nobody does. */
async function anyChunk(outDir: string, main: string, component: string): Promise<string> {
  for (const [chunk] of main.matchAll(/assets\/[\w-]+\.js/g)) {
    const found = new RegExp(`${component}-[\\w-]+\\.js`).exec(await readFile(join(outDir, chunk), 'utf8'))?.[0];
    if (found !== undefined) return `assets/${found}`;
  }
  throw new Error(`The build has no chunk of ${component}.`);
}

/** Bytes in gzip of scripts and of all that they import at once, each counted once. */
async function gzippedBytes(entries: readonly string[]): Promise<number> {
  const left = [...entries];
  const seen = new Set<string>();
  let bytes = 0;
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = await readFile(file, 'utf8');
    bytes += gzipSync(text).length;
    const folder = dirname(file);
    left.push(...[...text.matchAll(STATIC_IMPORT)].map(([, path]) => resolve(folder, path ?? '')));
  }
  return bytes;
}
