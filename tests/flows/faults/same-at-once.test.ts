import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMachine, addWorkItem, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { handoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { sendRaw } from '#tests/support/server/raw-request.ts';
import { serverProcesses } from '#tests/support/server/server-process.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { flawsOf } from '#tests/support/scenes/whole-record.ts';

let test: TestApp;
let workItemId: string;

beforeAll(async () => {
  test = await createTestApp();
  workItemId = await addWorkItem(test.app, test.owner);
});
afterAll(async () => {
  expect(await flawsOf(test.app.prisma)).toEqual([]);
  await test[Symbol.asyncDispose]();
});

const ask = (query: string, variables: unknown) =>
  sendRaw(test.url, test.ownerToken, JSON.stringify({ query, variables }));

const DECIDE = `mutation ($input: RecordDecisionInput!) { recordDecision(input: $input) {
  __typename ... on RecordDecisionPayload { decision { id statement } } ... on UserError { code message } } }`;
const decision = (fields: Record<string, unknown> = {}) => ({
  input: { workItem: { id: workItemId }, statement: 'Keep both keys', idempotencyKey: newKey(), ...fields },
});
const START = `mutation ($input: StartSessionInput!) { startSession(input: $input) {
  __typename ... on StartSessionPayload { agentSession { id launch { id } } } ... on UserError { code message } } }`;
const CLAIM = `mutation ($input: ClaimMachineCommandInput!) { claimMachineCommand(input: $input) {
  __typename ... on ClaimMachineCommandPayload { fence } ... on UserError { code message } } }`;
const countDecisions = () => test.app.prisma.decision.count();

describe('the same thing at once', () => {
  const ACCEPT = `mutation ($input: AcceptHandoffInput!) { acceptHandoff(input: $input) {
    __typename ... on AcceptHandoffPayload { handoff { id state } } ... on UserError { code message } } }`;

  it('is accepted once, whichever of eight sessions comes first', async () => {
    const scene = await handoffScene(test);
    const { packageHash } = await scene.compile();
    const sessions = await Promise.all(Array.from({ length: 8 }, () => scene.newSession()));
    const inputs = sessions.map(({ sessionId: toSessionId }) => ({
      handoffId: scene.handoffId,
      packageHash,
      toSessionId,
      idempotencyKey: newKey(),
    }));
    const given = await Promise.all(inputs.map((input) => ask(ACCEPT, { input })));
    const refusals = given.filter(({ text }) => !text.includes('AcceptHandoffPayload'));
    expect(refusals.flatMap(({ codes }) => codes)).toEqual(Array.from({ length: 7 }, () => 'INVALID_TRANSITION'));
  });

  it('is done once under one key, and every answer is the first or says to retry', async () => {
    const before = await countDecisions();
    const variables = decision({ statement: 'Ten at once' });
    const given = await Promise.all(Array.from({ length: 10 }, () => ask(DECIDE, variables)));
    const done = new Set(given.filter(({ text }) => text.includes('RecordDecisionPayload')).map(({ text }) => text));
    expect(done.size).toBe(1);
    expect(given.flatMap(({ codes }) => codes).filter((code) => code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
    expect([...done]).toEqual([(await ask(DECIDE, variables)).text]);
    expect(await countDecisions()).toBe(before + 1);
  });

  it('F-94: is launched and claimed once by two servers, whichever of them is asked, and however often', async () => {
    await using processes = await serverProcesses();
    const second = await processes.start({ DATABASE_URL: test.databaseUrl, KERNEL_LOG_LEVEL: 'fatal' });
    const { actor: machine, secret } = await addMachine(test.app, test.owner, 'two servers');
    await (await signOnDaemon(test.app, machine)).serve('codex');
    const onBoth = (token: string, query: string, inputs: object[]) =>
      Promise.all(
        inputs.map((input, i) =>
          sendRaw(i % 2 === 0 ? test.url : second.url, token, JSON.stringify({ query, variables: { input } })),
        ),
      );
    const asked = { workItem: { id: workItemId }, runtime: 'codex', machineId: machine.id, workspace: '/work' };
    const same = { ...asked, idempotencyKey: newKey() };
    const started = await onBoth(
      test.ownerToken,
      START,
      Array.from({ length: 10 }, () => same),
    );
    started.push(...(await onBoth(test.ownerToken, START, [same, same])));
    const done = new Set(started.filter(({ codes }) => codes.length === 0).map(({ text }) => text));
    const refused = started.flatMap(({ codes }) => codes);
    expect(refused.filter((code) => code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
    expect(done.size).toBe(1);
    expect([...done][0]).toContain('StartSessionPayload');
    const launch = await test.app.prisma.launch.findFirstOrThrow({ where: { workItemId } });
    expect(await test.app.prisma.launch.count({ where: { workItemId } })).toBe(1);
    const commands = await test.app.prisma.machineCommand.findMany({ where: { launchId: launch.id } });
    expect(commands).toHaveLength(1);
    const claim = () => ({ commandId: commands[0]?.id, claimToken: newKey() });
    const claims = await onBoth(secret, CLAIM, Array.from({ length: 6 }, claim));
    expect(claims.filter(({ text }) => text.includes('ClaimMachineCommandPayload'))).toHaveLength(1);
    expect(claims.flatMap(({ codes }) => codes)).toEqual(Array.from({ length: 5 }, () => 'CONFLICT'));
  });

  it('is refused under the key of something else, at once or later', async () => {
    const idempotencyKey = newKey();
    const both = await Promise.all(
      ['one', 'other'].map((statement) => ask(DECIDE, decision({ statement, idempotencyKey }))),
    );
    const codes = both.flatMap((answer) => answer.codes);
    expect(codes.length).toBe(1);
    expect(['IDEMPOTENCY_KEY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS']).toContain(codes[0]);
    expect((await ask(DECIDE, decision({ statement: 'a third', idempotencyKey }))).codes).toEqual([
      'IDEMPOTENCY_KEY_MISMATCH',
    ]);
    const otherCommand = { workItem: { id: workItemId }, title: 'x', idempotencyKey };
    const blocker = await ask(
      'mutation ($input: RaiseBlockerInput!) { raiseBlocker(input: $input) { __typename ... on UserError { code } } }',
      { input: otherCommand },
    );
    expect(blocker.codes).toEqual(['IDEMPOTENCY_KEY_MISMATCH']);
  });

  it.each(['', ' ', 'k'.repeat(201), 'a b', 'é', '\0', '\ud800'])(
    'is refused under a key that is none: %j',
    async (idempotencyKey) => {
      const { codes, text } = await ask(DECIDE, decision({ idempotencyKey }));
      expect(codes).toEqual(['VALIDATION_FAILED']);
      expect(text).toContain('idempotencyKey');
    },
  );
});
