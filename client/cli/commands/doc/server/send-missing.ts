import type { loadDocumentSync } from '#daemon/cli.ts';
import { Refused } from '../../../../api/refused.ts';
import type { Call } from '../../../call.ts';
import { CliError } from '../../../cli-error.ts';
import { exitCodeOf, exitCodes } from '../../../exit-codes.ts';
import type { Answer } from '../../../output/answer.ts';
import { writeText } from '../../../output/write-text.ts';
import { amount } from '../../../output/words.ts';
import { onStore, type WorkspaceOptions } from '../on-store.ts';
import { connectToChosen, requireNoSession } from './chosen-server.ts';

type Report = Awaited<ReturnType<Awaited<ReturnType<typeof loadDocumentSync>>['pushDocuments']>>;

/**
 * Sends what the chosen server lacks of a project's documents. All of them are asked about, whatever this machine
 * remembers of them, and those that were not taken before are tried again.
 */
export async function sendMissing(call: Call, options: WorkspaceOptions): Promise<Answer> {
  requireNoSession(call);
  return onStore(call, options, async (room, store, workspace) => {
    const { loadDocumentSync } = await import('#daemon/cli.ts');
    const { pushDocuments, syncState } = await loadDocumentSync();
    const { projectId, serverUrl } = await syncState(store, workspace);
    if (projectId === null || serverUrl === null) throw syncOff();
    const handoffIds = room.storedHandoffIds(store, projectId);
    const connection = await connectToChosen(call, serverUrl);
    const onProgress = progressOf(call, handoffIds.length);
    const report = await pushDocuments({
      ...{ store, connection, projectId, serverUrl, handoffIds, sourceClient: 'kernel doc' },
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    if (onProgress !== undefined) await writeText(call.host.stderr, '\n');
    return answerOf(serverUrl, projectId, handoffIds.length, report);
  });
}

const syncOff = (): CliError =>
  new CliError(
    'SYNC_OFF',
    exitCodes.refused,
    'The documents of this project stay on this machine. To send them to the server you are signed in to: kernel doc sync on',
  );

/** On a terminal, a line that says how far it is. */
function progressOf({ host, options }: Call, total: number): ((done: number) => void) | undefined {
  if (host.stderr.isTTY !== true || options.json === true || total === 0) return undefined;
  return (done) => void host.stderr.write(`\r${done} of ${amount(total, 'document')} `, () => undefined);
}

function answerOf(serverUrl: string, projectId: string, total: number, report: Report): Answer {
  const { sent, there, refused, damaged, problem } = report;
  const stored = sent.length + there.length;
  const refs = refused.map(({ handoffId, ...why }) => ({ ref: `handoff://${projectId}/${handoffId}`, ...why }));
  const pending = total - stored - refused.length - damaged.length;
  const counts = { total, stored, sent: sent.length, pending, refused: refs, damaged: damaged.length };
  return {
    json: { sync: { projectId, serverUrl, ...counts, problem } },
    text: () => `${stored} of ${amount(total, 'document')} at ${serverUrl}, ${sent.length} sent now\n`,
    notes: [
      ...refs.map(({ ref, message }) => `${ref} was not taken: ${message}`),
      ...(damaged.length === 0 ? [] : [`${amount(damaged.length, 'damaged document')} passed over`]),
      ...(problem === null ? [] : [`${problem.message} Nothing is lost: kernel doc sync sends the ${pending} left.`]),
    ],
    exitCode: exitCodeFor(report),
  };
}

function exitCodeFor({ problem, refused, damaged }: Report): number {
  if (problem?.code === 'SERVER_UNREACHABLE') return exitCodes.unreachable;
  if (problem?.code === 'SERVER_FAULT') return exitCodes.fault;
  if (problem !== null) return exitCodeOf(new Refused(problem.code, problem.message));
  if (refused.length > 0) return exitCodes.refused;
  return damaged.length > 0 ? exitCodes.mismatch : exitCodes.ok;
}
