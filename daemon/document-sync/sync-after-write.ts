import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { type HandoffStore, readSyncChoice } from '../handoff-store/index.ts';
import { pendingHandoffIds } from './sync-state.ts';

/** Longest wait for one answer: whoever wrote a document waits for it. */
const ANSWER_TIMEOUT_MS = 3_000;
/** How many that were left over before are caught up with at one time. */
const CAUGHT_UP_AT_ONCE = 10;

export interface WrittenDocument {
  readonly store: HandoffStore;
  readonly env: NodeJS.ProcessEnv;
  readonly projectId: string;
  readonly handoffId: string;
  /** The program that wrote it, for people. */
  readonly sourceClient: string;
  /** The server this process speaks to, and its credential there. */
  readonly signIn: () => Promise<{ readonly serverUrl: string; readonly token: string | undefined }>;
}

/**
 * Sends a document that was just stored on this machine, and a few that were left over, if a person chose a server for
 * its project. Resolves to a sentence on what came of it; null where nothing is to be sent. Never throws: the document
 * is stored, and the next call or `kernel doc sync` sends what is missing. A session's credential sends that document
 * alone, as what it sends is about its own work item.
 */
export async function syncAfterWrite(written: WrittenDocument): Promise<string | null> {
  try {
    return await sent(written);
  } catch (error) {
    return `not synced: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function sent({
  store,
  env,
  projectId,
  handoffId,
  sourceClient,
  signIn,
}: WrittenDocument): Promise<string | null> {
  const chosen = readSyncChoice(store, projectId);
  if (chosen === undefined) return null;
  const { serverUrl, token } = await signIn();
  // A credential is for its own server: it is not sent to another one, whatever was chosen.
  if (serverUrl !== chosen)
    return `not synced: this process speaks to ${serverUrl}, and the project syncs with ${chosen}`;
  if (token === undefined) return `not synced: sign in to ${chosen} with kernel login; kernel doc sync sends it then`;
  const isSession = (env['KERNEL_SESSION_TOKEN'] ?? '') !== '';
  const before = isSession ? [] : pendingHandoffIds(store, projectId, chosen).filter((id) => id !== handoffId);
  // Most projects stay on their machine: what speaks to servers is loaded for those that do not.
  const [{ Connection }, { pushDocuments }] = await Promise.all([
    import('#client/api/connection.ts'),
    import('./push-documents.ts'),
  ]);
  const connection = new Connection({
    ...{ serverUrl, token, timeoutMs: ANSWER_TIMEOUT_MS, retryDelaysMs: [] },
    secretValues: secretValuesOf(env),
  });
  const { refused, problem } = await pushDocuments({
    ...{ store, connection, projectId, serverUrl, sourceClient, retryDelaysMs: [] },
    handoffIds: [handoffId, ...before.slice(0, CAUGHT_UP_AT_ONCE)],
  });
  const own = refused.find((refusal) => refusal.handoffId === handoffId);
  if (own !== undefined) return `not synced: ${own.message}`;
  return problem === null
    ? `synced with ${serverUrl}`
    : `not synced: ${problem.message} kernel doc sync sends it later.`;
}
