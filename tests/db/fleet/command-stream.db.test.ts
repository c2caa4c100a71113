import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CursorExpiredError, ForbiddenError } from '#server/errors.ts';
import { openCommandStream, type StreamedCommand } from '#server/fleet/commands/command-stream.ts';
import { type LaunchScene, launchScene } from '#tests/support/scenes/launch-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let scene: LaunchScene;
beforeAll(async () => {
  test = await createTestApp();
  scene = await launchScene(test);
});
afterAll(() => test[Symbol.asyncDispose]());

const open = (after?: string, of: LaunchScene = scene) => openCommandStream(test.app, of.machine, after);

async function take(stream: AsyncIterableIterator<StreamedCommand>, count: number): Promise<StreamedCommand[]> {
  const taken: StreamedCommand[] = [];
  while (taken.length < count) {
    const next: IteratorResult<StreamedCommand, undefined> = await stream.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

const idsOf = (taken: readonly StreamedCommand[]) => taken.map(({ commandId }) => commandId);
const acknowledge = (commandId: string) => test.app.services.fleet.ackMachineCommand(scene.machine, { commandId });

describe('the commands of a machine', () => {
  it('begin with all that were not acknowledged, and go on with each as it is issued', async () => {
    const [first, second] = [await scene.request(), await scene.request()];
    const commands = [await scene.command(first), await scene.command(second)];
    await acknowledge(commands[0] ?? '');
    const stream = await open();
    expect(idsOf(await take(stream, 1))).toEqual([commands[1]]);
    const waiting = take(stream, 1);
    const third = await scene.request();
    expect(idsOf(await waiting)).toEqual([await scene.command(third)]);
    await stream.return?.();
  });

  it('are given again on each new stream until they are acknowledged, and acknowledged twice as once', async () => {
    const requested = await scene.request();
    const commandId = await scene.command(requested);
    const seen = async () => {
      const stream = await open();
      const { length } = await test.app.prisma.machineCommand.findMany({
        where: { machineId: scene.machine.id, acknowledgedAt: null },
      });
      const taken = await take(stream, length);
      await stream.return?.();
      return idsOf(taken);
    };
    expect(await seen()).toContain(commandId);
    expect(await seen()).toContain(commandId);
    await acknowledge(commandId);
    const { acknowledgedAt } = await test.app.prisma.machineCommand.findUniqueOrThrow({ where: { id: commandId } });
    await acknowledge(commandId);
    expect(await seen()).not.toContain(commandId);
    const again = await test.app.prisma.machineCommand.findUniqueOrThrow({ where: { id: commandId } });
    expect(again.acknowledgedAt).toEqual(acknowledgedAt);
  });

  it('go on after a cursor with what came since, and nothing twice', async () => {
    const stream = await open();
    const commandId = await scene.command(await scene.request());
    let [place] = await take(stream, 1);
    while (place !== undefined && place.commandId !== commandId) [place] = await take(stream, 1);
    await stream.return?.();
    const [later, last] = [await scene.request(), await scene.request()];
    await scene.stop(last);
    const resumed = await open(place?.cursor);
    const expected = await test.app.prisma.machineCommand.findMany({
      where: { launchId: { in: [later.launchId, last.launchId] } },
      orderBy: { id: 'asc' },
    });
    expect(idsOf(await take(resumed, expected.length))).toEqual(expected.map(({ id }) => id));
    await resumed.return?.();
  });

  it('are those of that machine alone, and nobody else follows them', async () => {
    const other = await launchScene(test, 'another');
    const stream = await open(undefined, other);
    await scene.request();
    const own = await other.request();
    expect(idsOf(await take(stream, 1))).toEqual([await other.command(own)]);
    await stream.return?.();
    await expect(openCommandStream(test.app, test.owner, undefined)).rejects.toThrow(ForbiddenError);
  });

  it('after a place that the log does not know are refused rather than given with a gap', async () => {
    await expect(open('bm8tc3VjaC1wbGFjZQ')).rejects.toThrow(CursorExpiredError);
  });
});
