import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { type LaunchScene, launchScene } from '#tests/support/scenes/launch-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { forSnapshot, kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

let app: TestApp;
let person: KernelProcess;
let session: KernelProcess;
let sessionId: string;

interface Entry {
  readonly id: string;
  readonly command: string;
}

beforeAll(async () => {
  app = await createTestApp();
  person = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken });
  await person.run(['project', 'create', 'AUTH', 'Sign-in']);
  await person.run(['work', 'create', 'AUTH', 'Rotate', '--goal', 'g', '--criterion', 'one', '--criterion', 'two']);
  await person.run(['work', 'create', 'AUTH', 'Other', '--goal', 'g']);
  const registered = await person.json<{ session: { id: string }; credential: string }>([
    'session',
    'register',
    'AUTH-1',
    '--runtime',
    'claude-code',
    '--purpose',
    'implement',
  ]);
  sessionId = registered.session.id;
  session = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_SESSION_TOKEN: registered.credential });
});

afterAll(async () => {
  for (const owned of [session, person, app]) await owned[Symbol.asyncDispose]();
});

const inside = async (...args: string[]) => forSnapshot((await session.run(args)).out);

describe('inside a session no ids are needed', () => {
  it('to record a decision, which is the session’s', async () => {
    expect(await inside('decision', 'record', 'Keep both columns', '--rationale', 'A release overlaps')).toBe(
      'recorded <dec>\n',
    );
    const { decisions } = await session.json<{ decisions: object[] }>(['decision', 'list']);
    expect(decisions).toMatchObject([{ statement: 'Keep both columns', agentSession: { id: sessionId } }]);
  });

  it('to attach a file and get it back, its bytes checked', async () => {
    const { out } = await session.run(['artifact', 'attach', '-', '--title', 'notes', '--json'], {
      input: 'a\r\nb\u0000',
    });
    const { artifact } = JSON.parse(out) as { artifact: { id: string; version: number } };
    expect((await session.run(['artifact', 'get', artifact.id.slice(-10)])).out).toBe('a\r\nb\u0000');
  });

  it('to raise a blocker and resolve it', async () => {
    const { blocker } = await session.json<{ blocker: { id: string } }>([
      'blocker',
      'raise',
      'No staging',
      '--severity',
      'high',
    ]);
    expect(await inside('blocker', 'list')).toBe('<blk>\t<moment>\thigh\topen\tNo staging\n');
    expect(await inside('blocker', 'resolve', blocker.id, 'Got it')).toBe('resolved <blk>\n');
    expect(await inside('blocker', 'list')).toBe('');
  });

  it('to report the workspace from git, any file name included', async () => {
    const input = '12\t3\tsrc/a.ts\u00001\t0\tnew\nline.ts\u0000';
    expect((await session.run(['session', 'workspace'], { input })).out).toBe(
      'reported 2 files; the session has touched 2 (+13 −3)\n',
    );
  });

  it('to judge the criteria by their numbers', async () => {
    expect(await inside('outcome', 'record', 'half', '--met', '1', '--unmet', '2')).toBe(
      'recorded <out>: 1 met, 1 not met\n',
    );
    expect((await session.run(['work', 'show'])).out).toMatch(/- 1\. one \[met\]\n +- 2\. two \[not met\]\n/);
  });

  it('to hand off, as the session that hands over', async () => {
    await session.run(['handoff', 'create', '--to', 'codex', '--purpose', 'test it']);
    const { handoffs } = await session.json<{ handoffs: object[] }>(['handoff', 'list']);
    expect(handoffs).toMatchObject([{ purpose: 'test it', sourceSession: { id: sessionId, runtime: 'claude' } }]);
  });

  it('and what it left for the record becomes one by a person alone, with the command that the inbox names', async () => {
    const line = (text: string) => ({ kind: 'DECISION' as const, text, source: 'NOTES.md, line 3' });
    await app.app.services.sessions.offerRecords(app.owner, {
      ...{ sessionId, idempotencyKey: newKey() },
      offers: [line('Slugs are ASCII'), line('Talk')],
    });
    expect(await inside('offer', 'list')).toBe(
      '<off>\t<moment>\tdecision\toffered\tclaude, NOTES.md, line 3\tSlugs are ASCII\n' +
        '<off>\t<moment>\tdecision\toffered\tclaude, NOTES.md, line 3\tTalk\n',
    );
    const { needsYou } = await person.json<{ needsYou: { recordOffers: { entries: Entry[] } } }>(['inbox']);
    const [first, second] = needsYou.recordOffers.entries;
    expect(first?.command).toBe(`kernel offer accept ${first?.id ?? ''}`);
    expect((await person.run(['inbox'])).out).toContain(first?.command);
    expect(await session.run(['offer', 'accept', first?.id ?? ''])).toMatchObject({ code: 5 });
    expect(forSnapshot((await person.run((first?.command ?? '').split(' ').slice(1))).out)).toBe(
      'accepted <off>: it is <dec>\n',
    );
    const dismissed = await person.run(['offer', 'dismiss', second?.id.slice(-8) ?? '']);
    expect(forSnapshot(dismissed.out)).toBe('dismissed <off>\n');
    expect(await inside('offer', 'list')).toBe('');
    expect(await inside('decision', 'list')).toContain('Slugs are ASCII');
  });

  it('and other work does not exist', async () => {
    expect(await session.run(['work', 'show', 'AUTH-2'])).toMatchObject({ code: 3 });
  });

  it('to end it, and its credential with it', async () => {
    expect(await inside('session', 'end')).toBe('<ses> is completed\n');
    expect(await session.run(['whoami'])).toMatchObject({ code: 5 });
  });
});

describe('outside a session', () => {
  it('the work item has to be named, before anything is sent', async () => {
    const { code, err } = await person.run(['decision', 'record', 'x']);
    expect([code, err]).toEqual([2, 'error: Name the work item, such as AUTH-1: only inside a session is it known.\n']);
  });

  it('what an agent recorded cannot reach the terminal’s controls', async () => {
    const escape = String.fromCodePoint(0x1b);
    await person.run(['decision', 'record', `${escape}]0;owned${escape}[2J`, '--work', 'AUTH-2']);
    const { out } = await person.run(['decision', 'list', 'AUTH-2']);
    expect(out).toContain('‹U+001B›]0;owned‹U+001B›[2J');
  });

  it('--export prints lines that sign a shell in', async () => {
    const { out } = await person.run([
      'session',
      'register',
      'AUTH-2',
      '--runtime',
      'codex',
      '--purpose',
      'p',
      '--export',
    ]);
    expect(out).toMatch(
      /^export KERNEL_SERVER_URL='http:\/\/127\.0\.0\.1:\d+'\nexport KERNEL_SESSION_TOKEN='krn_[\w-]+'\n$/,
    );
  });
});

describe('a session that a machine ran', () => {
  const text = 'Work: AUTH-2\r\nGoal: „g“ \u001b[2J';
  const sha256 = createHash('sha256').update(text).digest('hex');
  let scene: LaunchScene;
  let ran: string;

  const launch = async () => {
    const { workItemId: id } = await app.app.prisma.agentSession.findUniqueOrThrow({ where: { id: sessionId } });
    const requested = await scene.request({ workItem: { id } });
    return { requested, ...(await scene.claim(requested)) };
  };

  beforeAll(async () => {
    scene = await launchScene(app);
    const { requested, fence } = await launch();
    ran = requested.sessionId;
    await scene.report(requested, fence, { state: 'STARTED' });
    const { reportBriefing, recordSessionEvents } = app.app.services.sessions;
    const cuts = [{ section: 'relevant_files', omitted: 12, kept: 28 }];
    await reportBriefing(scene.machine, { sessionId: ran, text, sha256, cuts, clipped: ['goal'] });
    const usage = { kind: 'USAGE', inputTokens: 1200, outputTokens: 300, costMicroUsd: 12_500 } as const;
    const init = { kind: 'INIT', model: 'gpt-5' } as const;
    const at = { occurredAt: new Date() };
    await recordSessionEvents(scene.machine, {
      ...{ sessionId: ran, idempotencyKey: newKey() },
      events: [
        { ...init, ...at },
        { ...usage, ...at },
      ],
    });
    await scene.report(requested, fence, { state: 'ENDED', exitReason: 'COMPLETED', exitCode: 0 });
  });

  it('is shown with its launch, its model, what it spent and the receipt of its briefing', async () => {
    const { out } = await person.run(['session', 'show', ran]);
    for (const line of [
      /^status +exited without completion$/m,
      /^launch +ended, exit code 0$/m,
      /^model +gpt-5$/m,
      /^spent +1200 tokens in, 300 out, \$0\.0125$/m,
      new RegExp(`^briefed with +- ${Buffer.byteLength(text)} bytes from the work item alone$`, 'm'),
      new RegExp(`^ +- sha256 ${sha256}$`, 'm'),
      /^ +- cut: relevant_files \(12 of 40\), goal \(clipped\)$/m,
    ]) {
      expect(out).toMatch(line);
    }
    expect(await person.json(['session', 'show', ran])).toMatchObject({
      session: {
        ...{ id: ran, status: 'COMPLETED', exitReason: 'EXITED_WITHOUT_COMPLETION', model: 'gpt-5' },
        launch: { state: 'ENDED', workspace: '/work', exitCode: 0, exitSignal: null },
        usage: { inputTokens: 1200, outputTokens: 300, costMicroUsd: 12_500 },
        briefingReceipt: { bytes: Buffer.byteLength(text), hash: sha256, clipped: ['goal'], packageVersion: null },
      },
    });
  });

  it('gives the bytes of its briefing, of which the receipt’s hash is', async () => {
    const { out, err } = await person.run(['session', 'show', ran, '--briefing']);
    expect(out).toBe(text);
    expect(err).toContain(`sha256 ${sha256}; cut: relevant_files`);
    const { briefing } = await person.json<{ briefing: object }>(['session', 'show', ran, '--briefing']);
    expect(briefing).toMatchObject({
      text,
      hash: sha256,
      cuts: [{ section: 'relevant_files', omitted: 12, kept: 28 }],
    });
    const none = await person.run(['session', 'show', sessionId, '--briefing']);
    expect(none).toMatchObject({ out: '', code: 3, err: expect.stringContaining('no machine ran it') as string });
  });

  it('is listed as what became of it: called completed only where it was', async () => {
    const limited = await launch();
    const unknown = await launch();
    await scene.report(limited.requested, limited.fence, { state: 'ENDED', exitReason: 'RATE_LIMITED' });
    await scene.report(unknown.requested, unknown.fence, { state: 'UNCERTAIN', detail: 'The ledger was lost.' });
    const { out } = await person.run(['session', 'list', 'AUTH-1']);
    const told = out.split('\n').map((line) => line.split('\t').slice(1, 3).join(' '));
    expect(told.filter((line) => line.startsWith('codex'))).toEqual([
      ...['codex starting, uncertain', 'codex failed: rate limited', 'codex exited without completion'],
    ]);
    expect(told).toContain('claude completed');
    const lineage = await person.run(['work', 'lineage', 'AUTH-1']);
    for (const words of ['session codex, failed: rate limited: ', 'session codex, exited without completion: '])
      expect(lineage.out).toContain(words);
    expect(lineage.out).not.toContain('session codex, completed');
    const shown = await person.run(['session', 'show', unknown.requested.sessionId]);
    expect(shown.out).toMatch(/^launch +uncertain: The ledger was lost\.\n.*kernel session resolve ses_/m);
    const { sessions } = await person.json<{ sessions: object[] }>(['session', 'list', 'AUTH-1']);
    expect(sessions[1]).toMatchObject({ exitReason: 'RATE_LIMITED', launch: { state: 'ENDED' } });
  });
});
