import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { StartSessionInput } from '#server/fleet/launches/start-session.ts';
import { addWorkItem, newKey } from '../cast.ts';
import type { TestApp } from '../server/test-app.ts';
import { type DaemonProcess, startDaemonProcess } from './daemon-process.ts';
import { eventually } from './eventually.ts';
import { Launched, type Orders } from './launched.ts';

/** The program of the scripted runtime. */
export const AGENT = resolve('tests/support/daemon/scripted-agent-main.mjs');

/** A server that answers, and its owner. */
export type ServedApp = Pick<TestApp, 'app' | 'owner' | 'url' | 'ownerToken'>;

export interface StartOptions {
  /** The server's own unless named. */
  readonly serverUrl?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly words?: readonly string[];
}

/** A machine of its own: a home, a state folder, and the daemons that are started there. */
export class TestMachine {
  readonly home: string;
  readonly name: string;
  readonly stateDir: string;
  readonly daemons: DaemonProcess[] = [];
  readonly launches: Launched[] = [];
  readonly #test: ServedApp;
  readonly #program: string;

  constructor(test: ServedApp, program: string, home: string, name: string) {
    this.#test = test;
    this.#program = program;
    this.home = home;
    this.name = name;
    this.stateDir = join(home, 'daemon');
  }

  /** The variables of every process here: the owner is signed in, and the scripted runtime is installed. */
  env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return {
      ...{ PATH: process.env['PATH'], HOME: this.home, KERNEL_SERVER_URL: this.#test.url },
      ...{ KERNEL_TOKEN: this.#test.ownerToken, KERNEL_SCRIPTED_RUNTIME: AGENT, KERNEL_LOG_LEVEL: 'debug' },
      ...{ KERNEL_DAEMON_DIR: this.stateDir, ...more },
    };
  }

  /** Starts `kernel daemon`. */
  start({ serverUrl = this.#test.url, env, words = [] }: StartOptions = {}): DaemonProcess {
    const command = [this.#program, 'daemon', 'run', '--name', this.name, ...words];
    const daemon = startDaemonProcess(command, this.env({ KERNEL_SERVER_URL: serverUrl, ...env }));
    this.daemons.push(daemon);
    return daemon;
  }

  /** Starts it, and returns once the server offers the runtime of this machine. */
  async serve(options: StartOptions = {}): Promise<DaemonProcess> {
    const daemon = this.start(options);
    await daemon.untilSaid(/the machine is served/);
    const where = { machine: { name: this.name }, runtime: 'scripted' };
    await eventually('the runtime is reported', async () => {
      return (await this.#test.app.prisma.machineRuntime.count({ where })) === 1;
    });
    return daemon;
  }

  /** Runs a command of `kernel` here to its end. */
  async run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; said: string }> {
    const process = startDaemonProcess([this.#program, ...words], this.env(env));
    const code = await process.ended;
    return { code, said: process.said() };
  }

  async id(): Promise<string> {
    return (await this.#test.app.prisma.machine.findFirstOrThrow({ where: { name: this.name } })).id;
  }

  /** A folder for a session, with the orders of the agent in it. */
  async workspace(orders: Orders): Promise<string> {
    const workspace = join(this.home, `work-${newKey()}`);
    await mkdir(workspace);
    await writeFile(join(workspace, 'orders.json'), JSON.stringify(orders));
    return workspace;
  }

  /** What asks for a session here on a work item of its own, in a folder of its own. */
  async request(orders: Orders): Promise<StartSessionInput & { workspace: string }> {
    const { app, owner } = this.#test;
    return {
      workItem: { id: await addWorkItem(app, owner) },
      runtime: 'scripted',
      machineId: await this.id(),
      workspace: await this.workspace(orders),
      idempotencyKey: newKey(),
    };
  }

  /** Asks for a session that follows the orders. */
  async launch(orders: Orders, more: Partial<StartSessionInput> = {}): Promise<Launched> {
    return this.ask({ ...(await this.request(orders)), ...more });
  }

  /** Asks for a session. */
  async ask(request: StartSessionInput): Promise<Launched> {
    const { app, owner } = this.#test;
    return this.found(await app.services.fleet.startSession(owner, request), request.workspace ?? '');
  }

  /** A session that was asked for otherwise. */
  found(ids: { sessionId: string; launchId: string }, workspace: string): Launched {
    const launched = new Launched(this.#test, ids, workspace);
    this.launches.push(launched);
    return launched;
  }

  /** Takes the ledger away, as a restored or another disk does. */
  forgetLaunches(): Promise<void> {
    return rm(join(this.stateDir, 'launches'), { recursive: true });
  }

  /** Changes what the ledger has of a launch, while no daemon runs. */
  async editLaunch(launchId: string, change: (entry: Record<string, unknown>) => object): Promise<void> {
    const path = join(this.stateDir, 'launches', launchId, 'entry.json');
    const entry = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    await writeFile(path, JSON.stringify(change(entry)));
  }

  /** Puts another credential for a server into the machine's file, as another process does that registered it anew. */
  async editRegistration(serverUrl: string, token: string): Promise<void> {
    const path = join(this.stateDir, 'machine.json');
    const { servers, ...kept } = JSON.parse(await readFile(path, 'utf8')) as { servers: Record<string, object> };
    const renewed = { ...servers, [serverUrl]: { ...servers[serverUrl], token } };
    await writeFile(path, JSON.stringify({ ...kept, servers: renewed }));
  }

  /** Kills whatever still runs here. */
  async end(): Promise<void> {
    await Promise.all(this.daemons.map((daemon) => daemon.end('SIGKILL')));
    for (const { pid } of (await Promise.all(this.launches.map((launched) => launched.starts()))).flat()) kill(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
