import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import { eventually } from '#tests/support/daemon/eventually.ts';
import type { Launched, Orders } from '#tests/support/daemon/launched.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';

const MEGABYTE = 1024 * 1024;

let scene: DaemonScene;
let machine: TestMachine;
beforeAll(async () => {
  scene = await daemonScene();
  machine = await scene.newMachine();
  await machine.serve();
});
afterAll(() => scene[Symbol.asyncDispose]());

const start = (orders: Orders) => machine.launch(orders, { syncMode: 'FULL' });
const message = (text: string) => ({ say: { type: 'message', text } });

const said = async (launched: Launched) => (await launched.events()).map(({ kind, text }) => text ?? kind);

it('reads half a line at the end for what it is, and a whole one without its newline', async () => {
  const half = await start([message('whole'), { print: '{"type":"message","text":"cut' }]);
  const whole = await start([message('first'), { print: '{"type":"message","text":"last"}' }]);
  for (const launched of [half, whole]) {
    const end = { status: 'COMPLETED', exitReason: 'EXITED_WITHOUT_COMPLETION' };
    expect(await launched.untilEnded()).toMatchObject(end);
  }
  expect([await said(half), await said(whole)]).toEqual([['whole'], ['first', 'last']]);
});

it('reads on after bytes that are no UTF-8, and passes none of them on', async () => {
  const launched = await start([
    { printBytes: Buffer.from('{"type":"message","text":"a').toString('hex') },
    { printBytes: 'fffec0' },
    { print: '"}\n\u0000\u0001\n[]\nnull\n"text"\n' },
    message('after'),
  ]);
  expect(await launched.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
  expect(await said(launched)).toEqual(['a\u{fffd}\u{fffd}\u{fffd}', 'after']);
});

it('F-62: reads the lines around one of 9 MB and one that is too long to be held', async () => {
  const launched = await start([
    message('before'),
    { printOften: ['x', 9 * MEGABYTE] },
    { print: '\n' },
    message('between'),
    { printOften: ['y', 17 * MEGABYTE] },
    { print: '\n' },
    message('after'),
  ]);
  expect(await launched.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
  expect(await said(launched)).toEqual(['before', 'between', 'BLOCKED', 'after']);
  expect((await launched.events())[2]?.summary).toMatch(/A line of over \d+ bytes was not read/);
});

it('keeps a flood within bounds, and counts all of it', async () => {
  const line = `${JSON.stringify({ type: 'usage', input: 1, output: 2 })}\n`;
  const flood = await start([{ printOften: [line, 20_000] }]);
  await flood.untilEnded();
  const events = await flood.events();
  expect(events.reduce((sum, { inputTokens }) => sum + (inputTokens ?? 0), 0)).toBe(20_000);
  expect(events.length).toBeLessThan(10_000);
});

it('follows on a runtime that closed its output, and reads how it ended', async () => {
  const launched = await start([message('last words'), { closeOutput: true }, { waitFor: 'end' }, { exit: 5 }]);
  await eventually('its words are told', async () => (await said(launched)).includes('last words'));
  expect(await launched.session()).toMatchObject({ status: 'ACTIVE' });
  await launched.put('end');
  expect(await launched.untilEnded()).toMatchObject({ status: 'FAILED', exitReason: 'CRASHED' });
  expect((await launched.launch()).exitCode).toBe(5);
});

it('goes on serving after all of this', async () => {
  const launched = await start([message('still here')]);
  await launched.untilEnded();
  expect(await said(launched)).toEqual(['still here']);
});
