import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from './kernel.ts';
import type { WorkspaceReport } from './workspace-report.ts';

interface SessionAnswer {
  readonly session: { readonly id: string };
  readonly credential: string;
}

/** What the chapters hand on to each other. */
interface Scene {
  readonly kernel: Kernel;
  readonly report: WorkspaceReport;
  readonly scratch: string;
  readonly key: string;
}

/** Tells one handoff from its beginning to its end, each step a command that a person or an agent would type. */
export async function tellStory(kernel: Kernel, report: WorkspaceReport, scratch: string): Promise<void> {
  const key = await prepareWork(kernel);
  const scene = { kernel, report, scratch, key };
  const codex = await workAsCodex(scene);
  const handoff = await handOff(scene, codex);
  await reject(scene, handoff);
  await amend(scene, handoff, codex);
  await verify(scene, handoff);
  await takeOn(scene, handoff);
  await lookBack(scene);
}

async function prepareWork(kernel: Kernel): Promise<string> {
  chapter('A piece of work is written down');
  await kernel.run(['whoami']);
  const prefix = `DEMO${Date.now().toString(36).toUpperCase().slice(-6)}`;
  await kernel.run(['project', 'create', prefix, 'A demonstration']);
  const key = `${prefix}-1`;
  await kernel.run([
    'work',
    'create',
    prefix,
    'Rotate refresh tokens',
    '--goal',
    'A stolen refresh token is of no use once its owner has used theirs.',
    '--type',
    'feature',
    '--priority',
    'high',
    '--constraint',
    'No session that is signed in today may be signed out',
    '--criterion',
    'A refresh token that was used is refused',
    '--criterion',
    'Reuse of one revokes its whole family',
  ]);
  await kernel.run(['work', 'show', key]);
  return key;
}

async function workAsCodex({ kernel, report, key }: Scene): Promise<string> {
  chapter('A Codex session works on it and records what it does, without naming an id');
  const { credential } = await kernel.json<SessionAnswer>([
    'session',
    'register',
    key,
    '--runtime',
    'codex',
    '--purpose',
    'implement rotation',
    '--machine',
    'laptop',
  ]);
  const env = { KERNEL_SESSION_TOKEN: credential };
  console.log(`\n  The workspace report comes from ${report.description}.`);
  await kernel.run(['session', 'workspace'], {
    env,
    input: report.numstat,
    before: 'git diff --numstat -z BASE HEAD | ',
  });
  await kernel.run(
    ['decision', 'record', 'Keep the family of a token in one row', '--rationale', 'Revoking it is then one update'],
    { env },
  );
  const { decision } = await kernel.json<{ decision: { id: string } }>(
    ['decision', 'record', 'Tokens live for 30 days'],
    { env },
  );
  await kernel.run(['decision', 'supersede', decision.id, 'Tokens live for 14 days'], { env });
  await kernel.run(['artifact', 'attach', 'README.md', '--title', 'Notes', '--type', 'document'], { env });
  await kernel.run(
    ['artifact', 'attach', '--uri', 'https://example.org/pull/12', '--title', 'Pull request', '--type', 'pull-request'],
    { env },
  );
  await kernel.run(['blocker', 'raise', 'Staging has no clock to move', '--severity', 'high'], { env });
  await kernel.run(
    ['outcome', 'record', 'Rotation works; families are not revoked yet', '--met', '1', '--unmet', '2'],
    { env },
  );
  return credential;
}

async function handOff({ kernel, key }: Scene, credential: string): Promise<string> {
  chapter('It is handed off to Claude Code: a package is compiled, and a person reads it');
  const env = { KERNEL_SESSION_TOKEN: credential };
  await kernel.run(
    [
      'handoff',
      'create',
      '--to',
      'claude',
      '--purpose',
      'review',
      '--objective',
      'Review the rotation and finish the revocation of families',
    ],
    { env },
  );
  const { handoffs } = await kernel.json<{ handoffs: { id: string }[] }>(['handoff', 'list', key]);
  const id = handoffs[0]?.id ?? '';
  await kernel.run(['handoff', 'show', id.slice(-8)]);
  await kernel.run(['handoff', 'preview', id.slice(-8), '--budget', '4096']);
  return id;
}

async function reject({ kernel }: Scene, id: string): Promise<void> {
  chapter('The package is turned down');
  await kernel.run(['handoff', 'reject', id, '--reason', 'missing_context', '--note', 'no test plan']);
  await kernel.run(['inbox']);
}

async function amend({ kernel }: Scene, id: string, credential: string): Promise<void> {
  chapter('The work is amended and the same handoff compiled again');
  const env = { KERNEL_SESSION_TOKEN: credential };
  await kernel.run(['decision', 'record', 'Test plan: replay a used token, then its sibling; both are refused'], {
    env,
  });
  const { blockers } = await kernel.json<{ blockers: { id: string }[] }>(['blocker', 'list'], { env });
  await kernel.run(['blocker', 'resolve', blockers[0]?.id ?? '', 'The tests bring their own clock'], { env });
  await expectAnswer(kernel, ['handoff', 'compile', id], /^package recompiled \(v2, [0-9a-f]{8}…\)$/);
  console.log('\n  The rejection itself was in that package, and is not in the next one:');
  await expectAnswer(kernel, ['handoff', 'compile', id], /^package recompiled \(v3, [0-9a-f]{8}…\)$/);
  await expectAnswer(kernel, ['handoff', 'compile', id], /^package unchanged \(v3, [0-9a-f]{8}…\)$/);
  await kernel.run(['handoff', 'diff', id, '1', '3']);
  await kernel.run(['session', 'end'], { env });
}

async function verify({ kernel, scratch }: Scene, id: string): Promise<void> {
  chapter('Anybody can check the package without the server');
  await kernel.run(['handoff', 'verify', id]);
  const file = join(scratch, 'package.json');
  await writeFile(file, await kernel.run(['handoff', 'show', id, '--json'], { lines: 6 }));
  await kernel.run(['handoff', 'verify', '--file', file]);
  const forged = join(scratch, 'forged.json');
  await writeFile(forged, (await readFile(file, 'utf8')).replaceAll('14 days', '90 days'));
  await kernel.run(['handoff', 'verify', '--file', forged], { exitCode: 7 });
}

async function takeOn({ kernel, key }: Scene, id: string): Promise<void> {
  chapter('A Claude Code session takes it on, and finishes the work');
  const { session, credential } = await kernel.json<SessionAnswer>([
    'session',
    'register',
    key,
    '--runtime',
    'claude',
    '--purpose',
    'review and finish',
    '--machine',
    'workstation',
  ]);
  await kernel.run(['handoff', 'accept', id, '--session', session.id]);
  console.log('\n  Once accepted it cannot be compiled again: the session works from exactly that document.');
  await kernel.run(['handoff', 'compile', id], { exitCode: 4 });
  const env = { KERNEL_SESSION_TOKEN: credential };
  await kernel.run(['decision', 'record', 'Review verdict: the rotation is sound; families are revoked now'], { env });
  await kernel.run(
    ['outcome', 'record', 'Both criteria hold', '--met', '1', '--met', '2', '--evidence', 'https://example.org/ci/77'],
    { env },
  );
  await kernel.run(['handoff', 'complete', id], { env });
  await kernel.run(['work', 'submit'], { env });
  await kernel.run(['work', 'complete'], { env });
  await kernel.run(['session', 'end'], { env });
}

async function lookBack({ kernel, key }: Scene): Promise<void> {
  chapter('What the record says of it');
  await kernel.run(['work', 'lineage', key]);
  await kernel.run(['work', 'history', key, '--limit', '40']);
}

async function expectAnswer(kernel: Kernel, args: readonly string[], expected: RegExp): Promise<void> {
  const answer = (await kernel.run(args)).trim();
  if (!expected.test(answer))
    throw new Error(`kernel ${args.join(' ')} answered ${JSON.stringify(answer)}, not ${String(expected)}`);
}

function chapter(title: string): void {
  console.log(`\n━━ ${title}`);
}
