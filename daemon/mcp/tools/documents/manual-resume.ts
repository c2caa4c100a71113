/** How a document is found again: by its reference in the store, or by its path in the workspace. */
export type DocumentAddress = { readonly ref: string } | { readonly path: string };

/**
 * The one line that a fresh session is given. Values are JSON, and what is not ASCII is escaped, so that no name of a
 * folder can put a newline or a control character into a terminal.
 */
export function manualResume(workspace: string, address: DocumentAddress): string {
  const place = 'ref' in address ? `ref=${escaped(address.ref)}` : `path=${escaped(address.path)}`;
  const call = `handoff_read(workspace=${escaped(workspace)}, ${place})`;
  return `Resume task: call ${call} and proceed with the next steps. Do not create a new handoff.`;
}

const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
