import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';
import { programPlugins } from '../../../rolldown.config.ts';

/** The program as a release has it, without the server. */
export interface BundledKernel extends AsyncDisposable {
  /** Path of the program, to be run by Node. */
  readonly program: string;
}

/** Programs that were bundled before, each in a folder named by what it was made of. */
const KEPT = 'node_modules/.cache/kernel-program';
/** What a program is made of. */
const SOURCES = ['client', 'daemon', 'schema', 'package.json', 'package-lock.json', 'rolldown.config.ts'];
/** How long a program that nobody asks for is kept, in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Bundles the command line with all that a machine runs of it: it starts four times as fast as from its sources. The same
 * sources are bundled once, whoever asks: most files of tests need the program, and to make it takes ten seconds.
 */
export async function bundleKernel(): Promise<BundledKernel> {
  const place = join(process.cwd(), KEPT, await digestOf(SOURCES));
  const isKept = await utimes(place, new Date(), new Date()).then(
    () => true,
    () => false,
  );
  if (!isKept) await make(place);
  return { program: join(place, 'kernel.mjs'), [Symbol.asyncDispose]: async () => undefined };
}

/** Makes it beside, and lets it take its name whole; of two who make it at once the first one's stays. */
async function make(place: string): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  await forgetOld();
  const draft = await mkdtemp(join(KEPT, 'draft-'));
  await build({
    input: { kernel: 'client/cli/main.ts' },
    platform: 'node',
    external: [/^#server\//],
    plugins: [programPlugins()],
    transform: { target: 'node20' },
    output: { dir: draft, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  });
  await rename(draft, place).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function forgetOld(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const path = join(KEPT, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

/** SHA-256 of the names and the bytes of files and of all that lies in folders. */
async function digestOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = await Promise.all(
    paths.map(async (path) =>
      (await stat(path)).isFile() ? [path] : (await readdir(path, { recursive: true })).map((name) => join(path, name)),
    ),
  );
  for (const file of files.flat().sort()) {
    if (!(await stat(file)).isFile()) continue;
    hash.update(`${file}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 32);
}
