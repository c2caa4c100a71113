import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { listen } from '#server/http/listen.ts';
import { addMachine, addWorkItem, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { percentile } from '../compare.ts';
import { Helper } from '../realtime/helper.ts';
import type { DaemonToPlay, Play, Played } from './daemon-clients-process.ts';

const DAEMONS = 500;
/** Processes that play the daemons, so that none of them is what is measured. */
const CLIENTS = 2;
const REPORTS_PER_SECOND = 10;
/** Longer than the time after which a silent machine is offline. */
const SECONDS = 60;
/** Sessions are prepared by so many at once. */
const AT_ONCE = 20;

export const benchmark: Benchmark = {
  name: 'daemons',
  description: `${DAEMONS} daemons on one server for ${SECONDS} s, each with its commands, its heartbeats and ${REPORTS_PER_SECOND} reports a second; what the server takes, and whether one is marked offline`,
  async run(report) {
    await using bench = await createBenchApp();
    const { app, owner } = bench;
    await using listening = await listen(app, '127.0.0.1', 0);
    const daemons = await prepare(app, owner);
    const helpers = Array.from({ length: CLIENTS }, () => new Helper('../daemons/daemon-clients-process.ts'));
    await Promise.all(
      helpers.map((helper, i) => {
        const own = daemons.filter((_, at) => at % CLIENTS === i);
        return helper.ask({ step: 'open', url: listening.url, daemons: own } satisfies Play);
      }),
    );
    const began = { cpu: process.cpuUsage(), at: performance.now() };
    const memoryBefore = residentMegabytes();
    let isOver = false;
    const step = { step: 'report', seconds: SECONDS, reportsPerSecond: REPORTS_PER_SECOND } satisfies Play;
    const playing = Promise.all(helpers.map((helper) => helper.ask<Played>(step))).finally(() => (isOver = true));
    let wronglyOffline = 0;
    while (!isOver) {
      wronglyOffline = Math.max(wronglyOffline, DAEMONS - (await countOnline(app, owner)));
      await pause(1_000);
    }
    const played = await playing;
    const seconds = (performance.now() - began.at) / 1_000;
    const cpu = process.cpuUsage(began.cpu);
    const busy = (cpu.user + cpu.system) / 1e6 / seconds;
    tell(report, played, seconds);
    report({ name: 'daemons marked offline wrongly, at most', value: wronglyOffline, unit: 'machines' });
    report({ name: 'daemons server, of one core', value: busy * 100, unit: '%' });
    report({ name: 'daemons server memory before', value: memoryBefore, unit: 'MB' });
    report({ name: 'daemons server memory', value: residentMegabytes(), unit: 'MB' });
    for (const helper of helpers) await helper[Symbol.asyncDispose]();
  },
};

const residentMegabytes = (): number => process.memoryUsage().rss / 2 ** 20;

type Report = Parameters<Benchmark['run']>[0];

/** What was asked, what was sustained, and how long it took. */
function tell(report: Report, played: readonly Played[], seconds: number): void {
  const rate = (count: (one: Played) => number) => total(count) / seconds;
  const total = (count: (one: Played) => number) => played.reduce((sum, one) => sum + count(one), 0);
  report({ name: 'daemons reports asked', value: DAEMONS * REPORTS_PER_SECOND, unit: '1/s' });
  report({ name: 'daemons reports taken', value: rate(({ reports }) => reports), unit: '1/s' });
  report({ name: 'daemons requests with reports', value: rate(({ requests }) => requests), unit: '1/s' });
  report({ name: 'daemons requests that failed and were repeated', value: total((one) => one.repeated), unit: '' });
  report({ name: 'daemons reports that were refused', value: total(({ refused }) => refused), unit: 'reports' });
  report({ name: 'daemons heartbeats not taken', value: total((one) => one.missedHeartbeats), unit: 'heartbeats' });
  const times = {
    heartbeat: played.flatMap(({ heartbeatMs }) => heartbeatMs),
    'report, made until taken,': played.flatMap(({ reportMs }) => reportMs),
  };
  for (const [name, ms] of Object.entries(times)) {
    for (const part of [50, 99]) {
      report({ name: `daemons ${name} p${part}`, value: percentile(ms, part / 100), unit: 'ms' });
    }
  }
}

/** Machines whose daemons signed on and run a session each. */
async function prepare(app: App, owner: Actor): Promise<DaemonToPlay[]> {
  const daemons: DaemonToPlay[] = [];
  // The first work item makes the project, which only one can.
  await addWorkItem(app, owner);
  for (let at = 0; at < DAEMONS; at += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, i) => prepareOne(app, owner, `machine ${at + i}`));
    daemons.push(...(await Promise.all(some)));
  }
  return daemons;
}

async function prepareOne(app: App, owner: Actor, name: string): Promise<DaemonToPlay> {
  const { actor: machine, secret: token } = await addMachine(app, owner, name);
  const daemon = await signOnDaemon(app, machine);
  await daemon.serve('codex');
  const workItem = { id: await addWorkItem(app, owner) };
  const request = { workItem, runtime: 'codex', machineId: machine.id, workspace: '/work', idempotencyKey: newKey() };
  const { fleet } = app.services;
  const { launchId, sessionId } = await fleet.startSession(owner, request);
  const { id: commandId } = await app.prisma.machineCommand.findFirstOrThrow({ where: { launchId } });
  const { fence } = await fleet.claimMachineCommand(machine, { commandId, claimToken: newKey() });
  await fleet.reportLaunch(machine, { launchId, fence, state: 'STARTED', idempotencyKey: newKey() });
  await fleet.ackMachineCommand(machine, { commandId });
  return { token, instanceId: daemon.instanceId, sessionId };
}

/** As the page asks it. */
async function countOnline(app: App, owner: Actor): Promise<number> {
  const presences = await app.prisma.machinePresence.findMany({ where: { organisationId: owner.organisationId } });
  return presences.filter((presence) => app.services.fleet.isMachineOnline(owner, presence)).length;
}
