import { parseArgs } from 'node:util';
import type { Benchmark, Measurement } from './benchmark.ts';
import { discoverBenchmarks } from './discover-benchmarks.ts';
import { renderTable } from './render-table.ts';

const usage = `Usage: npm run bench -- [NAME…] [--json] [--list] [--help]

Measures Kernel and prints a table. With names it runs only those benchmarks.

  --json   one JSON object a line: name, value, unit, and where it compares, ratio and against
  --list   the names of the benchmarks and what each measures
  --help   this text`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.log(usage);
  const benchmarks = await discoverBenchmarks(new URL('./', import.meta.url));
  if (values.list) return benchmarks.forEach(({ name, description }) => console.log(`${name}: ${description}`));
  await runAll(chosen(benchmarks, positionals), values.json ?? false);
}

function chosen(benchmarks: readonly Benchmark[], names: readonly string[]): Benchmark[] {
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    throw new Error(`There is no benchmark named ${unknown.join(', ')}. The names are: ${known}.`);
  }
  return benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** A benchmark that fails is named and the others still run; the exit code tells. */
async function runAll(benchmarks: readonly Benchmark[], json: boolean): Promise<void> {
  const measurements: Measurement[] = [];
  for (const benchmark of benchmarks) {
    if (!json) console.error(`${benchmark.name} …`);
    try {
      await benchmark.run((measurement) => {
        measurements.push(measurement);
        if (json) console.log(JSON.stringify(measurement));
      });
    } catch (error) {
      console.error(`${benchmark.name} failed:`, error);
      process.exitCode = 1;
    }
  }
  if (!json) console.log(renderTable(measurements));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
