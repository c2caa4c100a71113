import { fetchDocument } from '../../../../api/operations/handoffs/documents.ts';
import type { Call } from '../../../call.ts';
import type { Answer } from '../../../output/answer.ts';
import { printable } from '../../../output/printable.ts';
import { documentRef } from './document-ref.ts';

/** A document as the server has it, byte for byte where it is piped. */
export async function readRemote(call: Call, name: string): Promise<Answer> {
  const { text, ...document } = await fetchDocument(await call.connection(), await documentRef(call, name));
  return {
    json: { document: { ...document, content: text } },
    text: (view) => (view.isTerminal ? printable(text) : text),
    notes: [`${document.name} (${document.ref})`],
  };
}
