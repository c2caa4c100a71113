import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh home for clients and a workspace beside it; disposing removes both. */
export interface ClientHome extends AsyncDisposable {
  readonly home: string;
  /** Where the clients work: an empty folder. */
  readonly workspace: string;
  /** The environment of a client that has nothing of ours: this home and its own folder for temporary files. */
  readonly env: Readonly<Record<string, string>>;
}

export async function clientHome(): Promise<ClientHome> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'kernel-client-')));
  const [home, workspace, tmp] = [join(root, 'home'), join(root, 'workspace'), join(root, 'tmp')];
  for (const folder of [home, workspace, tmp]) await mkdir(folder, { mode: 0o700 });
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', TMPDIR: tmp, LANG: 'C.UTF-8', TERM: 'dumb' };
  return {
    home,
    workspace,
    env,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
