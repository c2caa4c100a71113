import { Command } from 'commander';
import { fetchBriefingText } from '../../../api/operations/sessions/launches.ts';
import { fetchSession } from '../../../api/operations/sessions/sessions.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { printable } from '../../output/printable.ts';
import { amount, lower } from '../../output/words.ts';
import { standing } from '../../output/standing.ts';
import { sessionId } from '../../references/session-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { briefingLines, cutsOf, launchWords, spent } from './session-words.ts';

/** `kernel session show`: one session, or with --briefing the bytes that its runtime was handed. */
export const showCommand = (host: Host): Command =>
  new Command('show')
    .description('show a session: how it stands, what it was briefed with and what it spent')
    .argument('[id]', 'the session; inside one, that one')
    .option('--briefing', 'print what its runtime was handed, byte for byte')
    .addHelpText(
      'after',
      examples(
        'kernel session show 4f0a…',
        'kernel session show 4f0a… --briefing | sha256sum  # the hash of the receipt',
      ),
    )
    .action(runCommand(host, show));

async function show(call: Call, id: string | undefined, options: { readonly briefing?: boolean }): Promise<Answer> {
  const named = await sessionId(call, id);
  const session = await fetchSession(await call.connection(), named);
  if (options.briefing === true) return briefing(call, session);
  const { files, insertions, deletions } = session.workspaceTotals;
  return {
    json: { session },
    text: (view) =>
      fields(
        [
          ['session', session.id],
          ['work item', session.workItem.key],
          ['runtime', session.runtime],
          ['purpose', session.purpose],
          ['status', standing(session)],
          ['ended because', session.endReason],
          ['launch', launchWords(session)],
          ['model', session.model],
          ['spent', spent(session)],
          ['briefed with', briefingLines(session)],
          ['provider session', session.providerSessionId],
          ['goes on with', session.launch?.resumes?.id],
          ['machine', session.machine?.name],
          ['folder', session.launch?.workspace],
          ['sync mode', lower(session.syncMode)],
          ['parent', session.parent?.id],
          ['continues', session.continues?.id],
          ['workspace', `${amount(files, 'file')}, +${insertions} −${deletions}`],
          ['registered', session.registeredAt],
          ['ended', session.endedAt],
        ],
        view,
      ),
  };
}

/** The bytes as they were, but on a terminal what could obey them is made visible. Throws while there are none. */
async function briefing(call: Call, session: Awaited<ReturnType<typeof fetchSession>>): Promise<Answer> {
  const found = await fetchBriefingText(await call.connection(), session.id);
  if (found === null || session.briefingReceipt == null) {
    const why = session.launch == null ? 'no machine ran it' : 'its machine has not said so yet';
    const message = `It is not known what session ${session.id} was briefed with: ${why}.`;
    throw new CliError('NOT_FOUND', exitCodes.notFound, message, { sessionId: session.id });
  }
  return {
    json: { sessionId: session.id, briefing: { ...session.briefingReceipt, text: found.text } },
    text: (view) => (view.isTerminal ? printable(found.text) : found.text),
    notes: [`${amount(found.bytes, 'byte')}, sha256 ${found.hash}; ${cutsOf(session.briefingReceipt)}`],
  };
}
