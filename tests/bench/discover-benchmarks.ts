import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Benchmark } from './benchmark.ts';

const suffix = '.bench.ts';

/**
 * Loads every benchmark of a folder and the folders in it, in the order of their paths.
 *
 * @throws Error when a file exports no `benchmark`, or one whose name is not the file's
 */
export async function discoverBenchmarks(folder: URL): Promise<Benchmark[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(suffix)).sort();
  return Promise.all(files.map((file) => load(folder, file)));
}

async function load(folder: URL, file: string): Promise<Benchmark> {
  const module = (await import(new URL(file, folder).href)) as { readonly benchmark?: Benchmark };
  const { benchmark } = module;
  const expected = basename(file, suffix);
  if (benchmark?.name !== expected) throw new Error(`${file} must export a benchmark named '${expected}'.`);
  return benchmark;
}
