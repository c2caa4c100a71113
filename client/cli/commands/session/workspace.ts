import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { reportSourcePin } from '../../../api/operations/handoffs/freshness.ts';
import { reportWorkspace } from '../../../api/operations/sessions/sessions.ts';
import { workspaceParts } from '../../../api/workspace-parts.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { amount } from '../../output/words.ts';
import { sessionId } from '../../references/session-id.ts';
import { runCommand } from '../../run-command.ts';
import { onCheckout, type Touched } from '../../workspace/on-checkout.ts';
import { parseNumstat } from '../../workspace/parse-numstat.ts';
import { examples } from '../examples.ts';

interface WorkspaceOptions {
  /** A folder, or true for the current one. */
  readonly git?: string | true;
  readonly base?: string;
}

/**
 * `kernel session workspace`: reports which files a session touched. Paths and two counts; never content. With --git also
 * where the repository stands, to which a package that is compiled next is pinned.
 */
export const workspaceCommand = (host: Host): Command =>
  new Command('workspace')
    .description('report which files a session touched: paths and two line counts, never content')
    .argument('[id]', 'the session; inside one, that one')
    .option('--git [folder]', 'ask git in this folder, as a daemon does: files it does not track yet too')
    .option('--base <revision>', 'with --git: compare with this revision instead of HEAD')
    .addHelpText(
      'after',
      examples('git diff --numstat -z main | kernel session workspace', 'kernel session workspace --git . --base main'),
    )
    .action(runCommand(host, workspace));

async function workspace(call: Call, id: string | undefined, options: WorkspaceOptions): Promise<Answer> {
  const target = await sessionId(call, id);
  const { files, pin } = await touched(call.host, options);
  const connection = await call.connection();
  const [first, ...rest] = workspaceParts(files);
  // An empty report is still made: it is refused for a session that ended.
  let { agentSession } = await reportWorkspace(connection, target, first ?? []);
  for (const part of rest) ({ agentSession } = await reportWorkspace(connection, target, part));
  const takenAt = new Date().toISOString();
  if (pin !== undefined) await reportSourcePin(connection, { sessionId: target, pin, takenAt });
  const totals = agentSession.workspaceTotals;
  const at = pin === undefined ? '' : `, and stands at ${pin.head.slice(0, 8)}`;
  const text = `reported ${amount(files.length, 'file')}; the session has touched ${totals.files} (+${totals.insertions} −${totals.deletions})${at}\n`;
  return { json: { sessionId: target, reported: files.length, totals, sourcePin: pin ?? null }, text: () => text };
}

async function touched(host: Host, { git, base }: WorkspaceOptions): Promise<Touched> {
  if (git !== undefined) {
    const folder = git === true ? host.cwd : resolve(host.cwd, git);
    return onCheckout(folder, ({ touchedInCheckout }) => touchedInCheckout(folder, base));
  }
  if (base !== undefined) throw usageError('--base goes with --git.');
  if (host.stdin.isTTY === true) throw usageError('Pipe git diff --numstat -z into this, or give --git.');
  return { files: parseNumstat(await buffer(host.stdin)), pin: undefined };
}
