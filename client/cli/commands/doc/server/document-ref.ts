import type { Call } from '../../../call.ts';
import { resolveId } from '../../../references/resolve-id.ts';

/** How the API takes a document: by its reference on machines, or by its id at the server or part of that. */
export type DocumentRef = { ref: string } | { id: string };

/** The document that was named at the server. */
export async function documentRef(call: Call, text: string): Promise<DocumentRef> {
  return text.startsWith('handoff://') ? { ref: text } : { id: await resolveId(call, 'HANDOFF_DOCUMENT', text) };
}
