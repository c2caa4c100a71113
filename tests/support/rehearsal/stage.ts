import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '#client/api/connection.ts';
import { kernelProcess, type KernelProcess } from '#tests/support/cli/kernel.ts';
import { type ClientHome, clientHome } from '../real-clis/client-home.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';
import { daemonProcess, type DaemonProcess } from './daemon-process.ts';

/** A server, a daemon and the command line, each in its own process but the server, and a fresh repository to work in. */
export interface Stage extends AsyncDisposable {
  readonly server: TestApp;
  readonly daemon: DaemonProcess;
  /** The command line, as the owner. */
  readonly kernel: KernelProcess;
  /** The API, as the owner. */
  readonly connection: Connection;
  readonly home: ClientHome;
  /** Everything that lies on disk of the daemon and the workspace, by path. */
  files(): Promise<ReadonlyMap<string, string>>;
}

/** Sets the stage. `env` is the daemon's beside what every program needs, given the home that is made for it. */
export async function setStage(env: (home: ClientHome) => Promise<Readonly<Record<string, string>>>): Promise<Stage> {
  const owned: AsyncDisposable[] = [];
  const own = <T extends AsyncDisposable>(made: T): T => (owned.unshift(made), made);
  const dispose = async () => {
    for (const made of owned.splice(0)) await made[Symbol.asyncDispose]();
  };
  try {
    const home = own(await clientHome());
    await promisify(execFile)('git', ['init', '--quiet', home.workspace]);
    const server = own(await createTestApp());
    const signedIn = { KERNEL_SERVER_URL: server.url, KERNEL_TOKEN: server.ownerToken };
    const kernel = own(await kernelProcess(signedIn, { withDaemon: true }));
    const stateDir = join(home.home, 'daemon');
    const daemonEnv = { ...home.env, ...(await env(home)), ...signedIn };
    const daemon = own(await daemonProcess(kernel.program, stateDir, daemonEnv));
    const connection = new Connection({ serverUrl: server.url, token: server.ownerToken });
    const files = () => filesBelow([home.workspace, join(stateDir, 'launches'), join(stateDir, 'outbox')]);
    return { server, daemon, kernel, connection, home, files, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function filesBelow(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found.set(path, await readFile(path, 'latin1'));
    }
  }
  return found;
}
