import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

const databaseSetUp = ['tests/support/database/global-setup.ts'];

/** How long a test may take, and what makes its scene, in milliseconds: many start processes, which a loaded machine is slow at. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

/** A project that needs no database. */
function pure(name: string, include: readonly string[]): TestProjectConfiguration {
  return { extends: true, test: { name, include: [...include], ...patience } };
}

/** A project on the real PostgreSQL: one cluster for the run, one database for each file. */
function onDatabase(name: string, include: readonly string[]): TestProjectConfiguration {
  return { extends: true, test: { name, include: [...include], globalSetup: databaseSetUp, ...patience } };
}

/** The page in a real browser, on the real server: built once for the run, one browser for each file. */
function inBrowser(name: string, include: readonly string[]): TestProjectConfiguration {
  const globalSetup = [...databaseSetUp, 'tests/support/browser/built-page.ts'];
  return { extends: true, test: { name, include: [...include], globalSetup, ...patience } };
}

export default defineConfig({
  // Vite would give our code the package's ESM build and Node its CommonJS build: two GraphQLError classes.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    pool: 'forks',
    // Every worker of a database project holds a server and its connections; more than four only wait for each other.
    maxWorkers: process.env['CI'] ? 2 : '50%',
    restoreMocks: true,
    // What is waited for comes by itself, on a loaded machine later than in the second that Vitest would give it.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './tests/support/summary-reporter.ts'],
    projects: [
      pure('unit', ['tests/unit/**/*.test.ts']),
      pure('contract', ['tests/contract/**/*.test.ts']),
      pure('daemon', ['tests/daemon/**/*.test.ts']),
      onDatabase('db', ['tests/db/**/*.test.ts']),
      onDatabase('flows', ['tests/flows/**/*.test.ts']),
      onDatabase('cli', ['tests/cli/**/*.test.ts']),
      inBrowser('web', ['tests/web/**/*.web.test.ts']),
      onDatabase('live', ['tests/live/**/*.test.ts']),
    ],
  },
});
