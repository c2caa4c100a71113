import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A file, what it imports, and the rule of .dependency-cruiser.cjs that this breaks. */
type Crossing = readonly [from: string, statement: string, rule: string];

const refused: readonly Crossing[] = [
  ['schema/documents/a.ts', `import '#server/errors.ts'`, 'documents-import-nothing-of-ours'],
  ['schema/documents/b.ts', `import 'node:crypto'`, 'documents-run-everywhere'],
  ['prisma/a.ts', `import '#server/errors.ts'`, 'prisma-imports-nothing'],
  ['server/work/a.ts', `import '../sessions/end.ts'`, 'domain-order-work'],
  ['server/handoffs/a.ts', `import '../lineage/chain.ts'`, 'domain-order-handoffs'],
  ['server/lineage/a.ts', `import '../inbox/needs-you.ts'`, 'domain-order-lineage'],
  ['server/work/b.ts', `import '#schema/schema.ts'`, 'domains-do-not-know-the-edge'],
  ['server/work/c.ts', `import '../http/graphql/yoga.ts'`, 'domains-do-not-know-the-edge'],
  ['server/db/a.ts', `import '../work/create.ts'`, 'ground-does-not-know-domains'],
  ['server/http/a.ts', `import '#schema/work/work-item.ts'`, 'server-takes-the-schema-whole'],
  ['server/http/b.ts', `import '#client/api/connection.ts'`, 'server-knows-no-caller'],
  ['schema/a.ts', `import '#server/db/transaction.ts'`, 'schema-is-thin'],
  ['schema/b.ts', `import '#prisma/seed.ts'`, 'schema-sees-only-the-generated-client'],
  ['client/api/a.ts', `import type { A } from '#server/errors.ts'`, 'sdk-knows-only-documents'],
  ['client/cli/a.ts', `import '#server/main.ts'`, 'entries-are-loaded-when-needed'],
  ['client/cli/b.ts', `await import('#server/app.ts')`, 'faces-know-only-the-sdk'],
  ['client/web/a.ts', `await import('#server/main.ts')`, 'only-the-cli-starts-servers'],
  ['client/web/b.ts', `import '#client/cli/main.ts'`, 'faces-know-only-the-sdk'],
  ['client/cli/c.ts', `import '@prisma/client'`, 'prisma-stays-behind-the-server'],
  ['daemon/a.ts', `import '#server/errors.ts'`, 'daemon-calls-through-the-sdk'],
  ['daemon/b.ts', `import '#tests/flow.ts'`, 'not-to-test'],
  ['server/sessions/a.ts', `import '../../schema/documents/v1.ts'`, 'crossings-are-visible'],
  ['server/circle-a.ts', `import './circle-b.ts'`, 'no-circular'],
  ['server/work/d.ts', `import './missing.ts'`, 'not-to-unresolvable'],
];

const allowed: readonly (readonly [from: string, statement: string])[] = [
  ['server/handoffs/ok.ts', `import '../work/create.ts'`],
  ['server/handoffs/document.ts', `import '#schema/documents/v1.ts'`],
  ['schema/ok.ts', `import '#server/handoffs/ok.ts'`],
  ['schema/types.ts', `import type { A } from '#server/db/transaction.ts'`],
  ['client/cli/ok.ts', `await import('#server/main.ts')`],
  ['client/cli/api.ts', `import '#client/api/connection.ts'`],
  ['daemon/ok.ts', `import '#client/api/connection.ts'`],
  ['tests/ok.ts', `import '#server/handoffs/ok.ts'`],
];

/** What the files above lead to. */
const destinations: Readonly<Record<string, string>> = {
  'schema/documents/v1.ts': '',
  'schema/schema.ts': '',
  'schema/work/work-item.ts': '',
  'server/errors.ts': '',
  'server/app.ts': '',
  'server/main.ts': '',
  'server/http/graphql/yoga.ts': '',
  'server/db/transaction.ts': '',
  'server/work/create.ts': '',
  'server/sessions/end.ts': '',
  'server/lineage/chain.ts': '',
  'server/inbox/needs-you.ts': '',
  'server/circle-b.ts': `import './circle-a.ts';`,
  'client/api/connection.ts': '',
  'client/cli/main.ts': '',
  'prisma/seed.ts': '',
  'tests/flow.ts': '',
  'node_modules/@prisma/client/index.js': '',
  'node_modules/@prisma/client/package.json': '{ "name": "@prisma/client", "main": "index.js" }',
};

describe('the walls between the rooms', () => {
  let project: string;
  let brokenBy: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'kernel-walls-'));
    const crossings = [...refused, ...allowed].map(
      ([file, statement]) => [file, `${statement};\nexport {};\n`] as const,
    );
    await writeProject(project, [...Object.entries(destinations), ...crossings]);
    brokenBy = await brokenRules(project);
  });

  afterAll(async () => {
    await rm(project, { recursive: true, force: true });
  });

  it.each(refused)('refuse in %s: %s', (file, _statement, rule) => {
    expect(brokenBy.get(file)).toContain(rule);
  });

  it.each(allowed)('let pass in %s: %s', (file) => {
    expect(brokenBy.get(file) ?? []).toEqual([]);
  });
});

const root = fileURLToPath(new URL('../../', import.meta.url));

async function writeProject(project: string, files: readonly (readonly [string, string])[]): Promise<void> {
  for (const name of ['package.json', 'tsconfig.json']) await cp(join(root, name), join(project, name));
  for (const [file, text] of files) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), text);
  }
}

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** Runs dependency-cruiser with the project's own rules over a folder: the names of the rules each file breaks. */
async function brokenRules(project: string): Promise<Map<string, string[]>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
      '.',
    ],
    { cwd: project, maxBuffer: 64 * 1024 * 1024 },
  );
  const { summary } = JSON.parse(stdout) as { readonly summary: { readonly violations: readonly Violation[] } };
  const broken = new Map<string, string[]>();
  for (const { from, rule } of summary.violations) broken.set(from, [...(broken.get(from) ?? []), rule.name]);
  return broken;
}
