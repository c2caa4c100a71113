import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from './program/parse-json.ts';

/** Files that tell how a project runs its tests, and the beginnings of the commands. */
const BY_FILE: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(pytest\.ini|pyproject\.toml|setup\.(cfg|py)|tox\.ini|conftest\.py|requirements.*\.txt)$/,
    ['pytest', ...python()],
  ],
  [/\.py$/, ['pytest', ...python()]],
  [/\.(test|spec)\.(js|mjs|cjs|ts|mts)$/, ['node --test']],
  [/^Cargo\.toml$/, ['cargo test']],
  [/^go\.mod$/, ['go test']],
  [/^deno\.jsonc?$/, ['deno test']],
  [/^Gemfile$/, ['bundle exec rspec', 'bundle exec rake test']],
  [/^composer\.json$/, ['vendor/bin/phpunit']],
  [/^mix\.exs$/, ['mix test']],
  [/^pom\.xml$/, ['mvn test']],
  [/^build\.gradle(\.kts)?$/, ['./gradlew test', 'gradle test']],
  [/\.(sln|csproj)$/, ['dotnet test']],
];

/** By its lock file, what runs the scripts of a package. */
const RUNNERS: readonly (readonly [string, string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
];

/**
 * Beginnings of the commands that run the tests of the project in a folder, as far as its files tell; none for a folder
 * that cannot be read. Only what is in the folder itself is looked at.
 */
export async function testCommands(workspace: string): Promise<string[]> {
  const names: string[] = await readdir(workspace).catch(() => []);
  const found = BY_FILE.flatMap(([pattern, commands]) => (names.some((name) => pattern.test(name)) ? commands : []));
  const make = names.includes('Makefile') && (await hasTestTarget(workspace)) ? ['make test'] : [];
  return [...new Set([...(await packageCommands(workspace, names)), ...found, ...make])];
}

async function packageCommands(workspace: string, names: readonly string[]): Promise<string[]> {
  if (!names.includes('package.json')) return [];
  const manifest = parseJson(await readFile(join(workspace, 'package.json'), 'utf8').catch(() => ''));
  const { scripts } = (manifest ?? {}) as { scripts?: unknown };
  const hasTest = typeof scripts === 'object' && scripts !== null && Object.hasOwn(scripts, 'test');
  const runner = RUNNERS.find(([lock]) => names.includes(lock))?.[1];
  return [
    'node --test',
    ...(hasTest ? ['npm test', 'npm run test', ...(runner === undefined ? [] : [`${runner} test`])] : []),
  ];
}

async function hasTestTarget(workspace: string): Promise<boolean> {
  const text = await readFile(join(workspace, 'Makefile'), 'utf8').catch(() => '');
  return /^test\s*:/m.test(text);
}

function python(): string[] {
  return ['python', 'python3'].flatMap((program) => [`${program} -m pytest`, `${program} -m unittest`]);
}
