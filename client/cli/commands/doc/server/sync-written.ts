import type { Call } from '../../../call.ts';
import type { Store } from '../on-store.ts';

/** Sends a document that was just stored, where a person chose so, and gives the sentence for whoever stored it. */
export async function syncWritten(
  call: Call,
  store: Store,
  { projectId, handoffId }: { readonly projectId: string; readonly handoffId: string },
): Promise<string[]> {
  const { syncAfterWrite } = await import('#daemon/cli.ts');
  const signIn = () => call.signIn();
  const written = { store, env: call.host.env, projectId, handoffId, sourceClient: 'kernel doc', signIn };
  const note = await syncAfterWrite(written);
  return note === null ? [] : [note];
}
