import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withInstallLock } from './install-lock.ts';

/** The versions that Kernel is tested with. They are no dependency of it: 0.8 GB that only these tests want. */
const packages = { '@anthropic-ai/claude-code': '2.1.332', '@openai/codex': '0.171.0' };

/** Longest time for npm to fetch both, in milliseconds. */
const INSTALL_LIMIT_MS = 240_000;

/** The programs of both clients. */
export interface RealClis {
  readonly claude: string;
  readonly codex: string;
  readonly versions: { readonly claude: string; readonly codex: string };
}

/**
 * Finds both clients in the cache of this machine ($KERNEL_TEST_CLIS, or a folder in the folder for temporary files),
 * and fetches them from the registry of npm when they are not there: whole or not at all, once however many processes
 * ask. Throws what npm says when they cannot be had, and when one of them does not start.
 */
export async function installRealClis(): Promise<RealClis> {
  const versions = Object.values(packages).join('-');
  const folder = process.env['KERNEL_TEST_CLIS'] ?? join(tmpdir(), `kernel-test-clis-${userId()}`, versions);
  if (!(await exists(folder))) {
    await mkdir(join(folder, '..'), { recursive: true, mode: 0o700 });
    await withInstallLock(`${folder}.lock`, async () => {
      if (!(await exists(folder))) await install(folder);
    });
  }
  const bin = join(folder, 'node_modules', '.bin');
  const clis = { claude: join(bin, 'claude'), codex: join(bin, 'codex') };
  return { ...clis, versions: { claude: await versionOf(clis.claude), codex: await versionOf(clis.codex) } };
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--version']);
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? stdout.trim();
}

async function install(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const allowScripts = Object.fromEntries(Object.keys(packages).map((name) => [name, true]));
  const manifest = { private: true, dependencies: packages, allowScripts };
  await writeFile(join(draft, 'package.json'), JSON.stringify(manifest));
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: draft,
    timeout: INSTALL_LIMIT_MS,
  });
  await rename(draft, folder);
}

/** In a folder that everybody shares, each user has a cache of their own: these programs are run. */
const userId = (): string => String(process.getuid?.() ?? 'me');

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
