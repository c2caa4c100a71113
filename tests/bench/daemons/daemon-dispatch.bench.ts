import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '#server/http/listen.ts';
import { AGENT, TestMachine } from '#tests/support/daemon/test-machine.ts';
import { bundleKernel } from '#tests/support/mcp/bundle-kernel.ts';
import { createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { percentile } from '../compare.ts';

const LAUNCHES = 60;
const WARM_UP = 5;
/** How long the daemon is watched while it has nothing to do, in milliseconds. */
const IDLE_MS = 15_000;

export const benchmark: Benchmark = {
  name: 'daemon-dispatch',
  description: `from the command to the first line of the child process, ${LAUNCHES} times, beside a bare start of the same program; and what an idle daemon takes`,
  async run(report) {
    await using bench = await createBenchApp();
    const { app, owner, ownerToken } = bench;
    await using listening = await listen(app, '127.0.0.1', 0);
    await using kernel = await bundleKernel();
    await app.services.fleet.setRuntimeEnabled(owner, { runtime: 'scripted', isEnabled: true });
    const home = await mkdtemp(join(tmpdir(), 'kernel-bench-daemon-'));
    const machine = new TestMachine({ app, owner, ownerToken, url: listening.url }, kernel.program, home, 'bench');
    try {
      const daemon = await machine.serve({ env: { KERNEL_LOG_LEVEL: 'info' } });
      const bare: number[] = [];
      const dispatched: number[] = [];
      for (let at = 0; at < WARM_UP + LAUNCHES; at += 1) {
        const [alone, through] = [await startBare(machine), await startThroughDaemon(machine)];
        if (at < WARM_UP) continue;
        bare.push(alone);
        dispatched.push(through);
      }
      for (const part of [50, 99]) {
        const [own, all] = [percentile(bare, part / 100), percentile(dispatched, part / 100)];
        report({ name: `daemon-dispatch p${part}`, value: all, unit: 'ms', ratio: all / own, against: 'a bare spawn' });
        report({ name: `daemon-dispatch p${part} beyond the program’s own start`, value: all - own, unit: 'ms' });
      }
      const before = await usageOf(daemon.pid);
      await pause(IDLE_MS);
      const after = await usageOf(daemon.pid);
      const busy = (after.cpuMs - before.cpuMs) / IDLE_MS;
      report({ name: 'daemon-dispatch idle daemon, of one core', value: busy * 100, unit: '%' });
      report({ name: 'daemon-dispatch idle daemon memory', value: after.megabytes, unit: 'MB' });
    } finally {
      await machine.end();
      await rm(home, { recursive: true, force: true });
    }
  },
};

const nowMs = (): number => performance.timeOrigin + performance.now();

/** From the spawn to the first line of the program, as the program itself notes it. */
async function startBare(machine: TestMachine): Promise<number> {
  const cwd = await machine.workspace([]);
  const began = nowMs();
  const child = spawn(process.execPath, [AGENT, '--prompt', 'bare'], { cwd, stdio: 'ignore', detached: true });
  await once(child, 'exit');
  const { at } = JSON.parse(await readFile(join(cwd, 'starts.ndjson'), 'utf8')) as { at: number };
  return at - began;
}

/** From the request of the session to the first line of the program. The end of the session is waited for. */
async function startThroughDaemon(machine: TestMachine): Promise<number> {
  const request = await machine.request([]);
  const began = nowMs();
  const launched = await machine.ask(request);
  const { at } = await launched.untilStarted();
  await launched.untilEnded();
  return at - began;
}

/** Clock ticks in a second, as Linux tells processors' time. */
const TICKS = 100;

/** What the system says a process took and holds; NaN where it has no /proc. */
async function usageOf(pid: number): Promise<{ cpuMs: number; megabytes: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [stat, status] = await Promise.all([read('stat'), read('status')]);
  const [, , , , , , , , , , , user = '', system = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const megabytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
  return { cpuMs: ((Number(user) + Number(system)) * 1000) / TICKS, megabytes };
}
