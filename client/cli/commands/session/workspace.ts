import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { fetchSession, reportWorkspace } from '../../../api/operations/sessions.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { amount } from '../../output/words.ts';
import { sessionId } from '../../references/session-id.ts';
import { runCommand } from '../../run-command.ts';
import { batches } from '../../workspace/batches.ts';
import { gitNumstat } from '../../workspace/git-numstat.ts';
import { parseNumstat } from '../../workspace/parse-numstat.ts';
import { examples } from '../examples.ts';

interface WorkspaceOptions {
  /** A folder, or true for the current one. */
  readonly git?: string | true;
  readonly base?: string;
}

/** `kernel session workspace`: reports which files a session touched. Paths and two counts; never content. */
export const workspaceCommand = (host: Host): Command =>
  new Command('workspace')
    .description('report which files a session touched: paths and two line counts, never content')
    .argument('[id]', 'the session; inside one, that one')
    .option('--git [folder]', 'ask git in this folder, instead of reading standard input')
    .option('--base <revision>', 'with --git: compare with this revision instead of HEAD')
    .addHelpText(
      'after',
      examples('git diff --numstat -z main | kernel session workspace', 'kernel session workspace --git . --base main'),
    )
    .action(runCommand(host, workspace));

async function workspace(call: Call, id: string | undefined, options: WorkspaceOptions): Promise<Answer> {
  const target = await sessionId(call, id);
  const files = parseNumstat(await numstat(call.host, options));
  const connection = await call.connection();
  for (const part of batches(files)) await reportWorkspace(connection, target, part);
  const { workspaceTotals: totals } = await fetchSession(connection, target);
  const text = `reported ${amount(files.length, 'file')}; the session has touched ${totals.files} (+${totals.insertions} −${totals.deletions})\n`;
  return { json: { sessionId: target, reported: files.length, totals }, text: () => text };
}

async function numstat(host: Host, options: WorkspaceOptions): Promise<Uint8Array> {
  if (options.git !== undefined) {
    const folder = options.git === true ? host.cwd : resolve(host.cwd, options.git);
    return gitNumstat(folder, options.base ?? 'HEAD');
  }
  if (options.base !== undefined) throw usageError('--base goes with --git.');
  if (host.stdin.isTTY === true) throw usageError('Pipe git diff --numstat -z into this, or give --git.');
  return buffer(host.stdin);
}
