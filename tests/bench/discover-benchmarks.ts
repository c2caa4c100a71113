import { readdir } from 'node:fs/promises';
import type { Benchmark } from './benchmark.ts';

const suffix = '.bench.ts';

/**
 * Loads every benchmark of a folder, in the order of their names.
 *
 * @throws Error when a file exports no `benchmark`, or one whose name is not the file's
 */
export async function discoverBenchmarks(folder: URL): Promise<Benchmark[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(suffix)).sort();
  return Promise.all(files.map((file) => load(folder, file)));
}

async function load(folder: URL, file: string): Promise<Benchmark> {
  const module = (await import(new URL(file, folder).href)) as { readonly benchmark?: Benchmark };
  const { benchmark } = module;
  const expected = file.slice(0, -suffix.length);
  if (benchmark?.name !== expected) throw new Error(`${file} must export a benchmark named '${expected}'.`);
  return benchmark;
}
