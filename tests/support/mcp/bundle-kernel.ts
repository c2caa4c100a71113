import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { programPlugins } from '../../../rolldown.config.ts';

/** The program as a release has it, without the server, in a folder of its own; disposing removes it. */
export interface BundledKernel extends AsyncDisposable {
  /** Path of the program, to be run by Node. */
  readonly program: string;
}

/** Bundles the command line with all that a machine runs of it: it starts four times as fast as from its sources. */
export async function bundleKernel(): Promise<BundledKernel> {
  const folder = await mkdtemp(join(tmpdir(), 'kernel-program-'));
  await build({
    input: { kernel: 'client/cli/main.ts' },
    platform: 'node',
    external: [/^#server\//],
    plugins: [programPlugins()],
    transform: { target: 'node20' },
    output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  });
  return { program: join(folder, 'kernel.mjs'), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
