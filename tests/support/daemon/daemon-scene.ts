import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleKernel } from '../mcp/bundle-kernel.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';
import { TestMachine } from './test-machine.ts';

/** The real server and the bundled program, for the machines of a file's tests. Disposing ends all that runs there. */
export interface DaemonScene extends AsyncDisposable {
  readonly test: TestApp;
  readonly program: string;
  /** A machine that no daemon has served yet, with a home of its own. */
  newMachine(): Promise<TestMachine>;
}

/** `overrides` as for createTestApp. */
export async function daemonScene(overrides: Parameters<typeof createTestApp>[0] = {}): Promise<DaemonScene> {
  const [test, kernel] = await Promise.all([createTestApp(overrides), bundleKernel()]);
  const root = await mkdtemp(join(tmpdir(), 'kernel-daemon-'));
  await test.app.services.fleet.setRuntimeEnabled(test.owner, { runtime: 'scripted', isEnabled: true });
  const machines: TestMachine[] = [];
  return {
    test,
    program: kernel.program,
    newMachine: async () => {
      const name = `machine ${machines.length + 1}`;
      const home = join(root, name.replace(' ', '-'));
      await mkdir(home, { mode: 0o700 });
      const machine = new TestMachine(test, kernel.program, home, name);
      machines.push(machine);
      return machine;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(machines.map((machine) => machine.end()));
      for (const owned of [test, kernel]) await owned[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}
