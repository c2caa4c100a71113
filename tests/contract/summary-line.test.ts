import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const imports = `import { beforeAll, describe, expect, it } from 'vitest';\n`;

describe('the closing line of a test run', () => {
  let project: string;

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'kernel-summary-'));
    await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  });

  afterEach(async () => {
    await rm(project, { recursive: true, force: true });
  });

  it('counts what passed and ends well', async () => {
    await writeTest('good', `it('is', () => expect(1).toBe(1));`);
    expect(await run()).toEqual({ lastLine: '1 passed, 0 failed', exitCode: 0 });
  });

  it('names skipped tests only where there are some', async () => {
    await writeTest('half', `it('is', () => expect(1).toBe(1)); it.skip('is not', () => expect(1).toBe(2));`);
    expect(await run()).toEqual({ lastLine: '1 passed, 0 failed, 1 skipped', exitCode: 0 });
  });

  it('counts a failed test, a file that does not load and a broken hook, each as a failure', async () => {
    await writeTest('bad', `it('is', () => expect(1).toBe(2)); it('holds', () => expect(1).toBe(1));`);
    await writeTest('unloadable', `import './missing.ts';`);
    await writeTest(
      'hook',
      `describe('x', () => { beforeAll(() => { throw new Error('no'); }); it('y', () => {}); });`,
    );
    expect(await run()).toEqual({ lastLine: '1 passed, 3 failed, 1 skipped', exitCode: 1 });
  });

  it('counts an error outside every test as a failure', async () => {
    await writeTest('stray', `it('is', () => { void Promise.reject(new Error('stray')); });`);
    expect(await run()).toEqual({ lastLine: '1 passed, 1 failed', exitCode: 1 });
  });

  it('fails when no test ran', async () => {
    await writeTest('idle', `it.skip('is not', () => expect(1).toBe(1));`);
    expect(await run()).toEqual({ lastLine: '0 passed, 0 failed, 1 skipped', exitCode: 1 });
  });

  it('fails when the set-up of the run fails before any test', async () => {
    await writeTest('never', `it('is', () => expect(1).toBe(1));`);
    await writeFile(join(project, 'set-up.ts'), `export function setup() { throw new Error('no database'); }`);
    await writeFile(join(project, 'vitest.config.mjs'), `export default { test: { globalSetup: ['./set-up.ts'] } };`);
    expect(await run()).toEqual({ lastLine: '0 passed, 1 failed', exitCode: 1 });
  });

  async function writeTest(name: string, body: string): Promise<void> {
    await writeFile(join(project, `${name}.test.ts`), imports + body);
  }

  function run(): Promise<{ lastLine: string | undefined; exitCode: number }> {
    const reporter = join(root, 'tests/support/summary-reporter.ts');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--root', project, '--reporter', 'default', '--reporter', reporter];
    return new Promise((resolve) => {
      const child = execFile(process.execPath, args, (_error, stdout) => {
        resolve({ lastLine: stdout.trimEnd().split('\n').at(-1), exitCode: child.exitCode ?? -1 });
      });
    });
  }
});
