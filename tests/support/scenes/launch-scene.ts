import type { Actor } from '#server/auth/actor.ts';
import type { ReportLaunchInput } from '#server/fleet/launches/report-launch.ts';
import type { LaunchResolution } from '#server/fleet/launches/resolve-launch.ts';
import type { StartSessionInput } from '#server/fleet/launches/start-session.ts';
import { addMachine, addWorkItem, newKey } from '../cast.ts';
import { type SignedOnDaemon, signOnDaemon } from './fleet.ts';
import type { TestApp } from '../server/test-app.ts';

/** A machine whose daemon signed on and serves `codex`, with what a person and a daemon do about launches there. */
export interface LaunchScene {
  readonly machine: Actor;
  readonly daemon: SignedOnDaemon;
  /** Requests a session on a work item of its own unless one is named. */
  request(more?: Partial<StartSessionInput>): Promise<Requested>;
  claim(
    requested: Requested,
    claimToken?: string,
  ): ReturnType<TestApp['app']['services']['fleet']['claimMachineCommand']>;
  report(requested: Requested, fence: number, report: ReportOf): Promise<{ launchId: string }>;
  resolve(requested: Requested, resolution: LaunchResolution): Promise<{ launchId: string }>;
  stop(requested: Requested): Promise<{ sessionId: string }>;
  launch(requested: Requested): ReturnType<TestApp['app']['prisma']['launch']['findUniqueOrThrow']>;
  session(requested: Requested): ReturnType<TestApp['app']['prisma']['agentSession']['findUniqueOrThrow']>;
  /** The newest command about the launch. */
  command(requested: Requested): Promise<string>;
}

export interface Requested {
  readonly sessionId: string;
  readonly launchId: string;
}

type ReportOf = Omit<ReportLaunchInput, 'launchId' | 'fence' | 'idempotencyKey'> & { readonly idempotencyKey?: string };

export async function launchScene(test: TestApp, machineName = 'laptop'): Promise<LaunchScene> {
  const { app, owner } = test;
  const { fleet } = app.services;
  const { actor: machine } = await addMachine(app, owner, machineName);
  const daemon = await signOnDaemon(app, machine);
  await daemon.serve('codex');
  const command = async ({ launchId }: Requested) => {
    const newest = { orderBy: { id: 'desc' } } as const;
    return (await app.prisma.machineCommand.findFirstOrThrow({ where: { launchId }, ...newest })).id;
  };
  return {
    machine,
    daemon,
    command,
    request: async (more = {}) => {
      const workItem = more.workItem ?? { id: await addWorkItem(app, owner) };
      const asked = { runtime: 'codex', machineId: machine.id, workspace: '/work', idempotencyKey: newKey() };
      return fleet.startSession(owner, { ...asked, ...more, workItem });
    },
    claim: async (requested, claimToken = newKey()) =>
      fleet.claimMachineCommand(machine, { commandId: await command(requested), claimToken }),
    report: ({ launchId }, fence, report) =>
      fleet.reportLaunch(machine, { launchId, fence, idempotencyKey: newKey(), ...report }),
    resolve: ({ launchId }, resolution) =>
      fleet.resolveLaunch(owner, { launchId, resolution, idempotencyKey: newKey() }),
    stop: ({ sessionId }) => fleet.stopSession(owner, { sessionId, idempotencyKey: newKey() }),
    launch: ({ launchId: id }) => app.prisma.launch.findUniqueOrThrow({ where: { id } }),
    session: ({ sessionId: id }) => app.prisma.agentSession.findUniqueOrThrow({ where: { id } }),
  };
}
