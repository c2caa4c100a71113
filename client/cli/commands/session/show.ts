import { Command } from 'commander';
import { fetchSession } from '../../../api/operations/sessions.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { amount, lower } from '../../output/words.ts';
import { sessionId } from '../../references/session-id.ts';
import { runCommand } from '../../run-command.ts';

/** `kernel session show`: one session. */
export const showCommand = (host: Host): Command =>
  new Command('show')
    .description('show a session')
    .argument('[id]', 'the session; inside one, that one')
    .action(runCommand(host, show));

async function show(call: Call, id: string | undefined): Promise<Answer> {
  const session = await fetchSession(await call.connection(), await sessionId(call, id));
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
          ['status', lower(session.status)],
          ['ended as', session.exitReason == null ? undefined : lower(session.exitReason).replaceAll('_', ' ')],
          ['ended because', session.endReason],
          ['model', session.model],
          ['provider session', session.providerSessionId],
          ['machine', session.machine?.name],
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
