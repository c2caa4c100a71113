import type { Call } from '../../../call.ts';
import { type Answer, sentence } from '../../../output/answer.ts';
import { type Field, fields } from '../../../output/fields.ts';
import { amount } from '../../../output/words.ts';
import { onStore, type Store, type WorkspaceOptions } from '../on-store.ts';
import { requireNoSession } from './chosen-server.ts';

/**
 * Keeps a person's choice for one project beside it: its documents go to a server, or for null to none. No server is
 * asked, and what one has already stays there.
 */
export async function chooseServer(call: Call, options: WorkspaceOptions, serverUrl: string | null): Promise<Answer> {
  requireNoSession(call);
  return onStore(call, options, async (room, store, workspace) => {
    await room.chooseSync(store, workspace, serverUrl);
    const sync = await stateOf(store, workspace);
    if (serverUrl === null) return sentence({ sync }, 'off: the documents of this project stay on this machine');
    const before =
      sync.pending === 0 ? [] : [`kernel doc sync sends the ${amount(sync.pending, 'document')} from before`];
    return sentence({ sync }, `on: the documents of this project also go to ${serverUrl}`, before);
  });
}

/** How things stand as this machine knows it; no server is asked. */
export async function showSync(call: Call, options: WorkspaceOptions): Promise<Answer> {
  return onStore(call, options, async (_room, store, workspace): Promise<Answer> => {
    const sync = await stateOf(store, workspace);
    const { serverUrl, projectId, total, stored, refused, pending } = sync;
    const there: Field[] = [
      ['at the server', stored],
      ['to be sent', pending],
      ['not taken', refused],
    ];
    const here: Field[] = [
      ['sync', serverUrl === null ? 'off' : 'on'],
      ['server', serverUrl],
      ['project', projectId],
      ['documents', total],
    ];
    return {
      json: { sync },
      text: (view) => fields(serverUrl === null ? here : [...here, ...there], view),
      notes: [
        ...(serverUrl === null ? ['kernel doc sync on sends them to the server you are signed in to'] : []),
        ...(refused === 0 ? [] : ['kernel doc sync tries those again that were not taken, and says why']),
      ],
    };
  });
}

async function stateOf(store: Store, workspace: string) {
  const { loadDocumentSync } = await import('#daemon/cli.ts');
  return (await loadDocumentSync()).syncState(store, workspace);
}
