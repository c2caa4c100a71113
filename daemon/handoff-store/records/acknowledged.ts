import { createHash } from 'node:crypto';
import { Folder } from '../files/folder.ts';
import type { HandoffStore } from '../store.ts';

/** What a server said of a document: it has it, or will not take it. */
export type Acknowledgement = 'stored' | 'refused';

const LINE = /^([0-9a-f-]{36}) (stored|refused)$/;
/** Far more lines than documents. */
const MAX_LEDGER_BYTES = 64 * 1024 * 1024;

/**
 * What a server said of the documents of a project, by their ids. It is a cache, so that not all are asked about each
 * time: a line that a killed process left unfinished counts for nothing, and a document that is missing here is sent
 * again, which changes nothing there.
 */
export function readAcknowledged(
  { places }: HandoffStore,
  projectId: string,
  serverUrl: string,
): ReadonlyMap<string, Acknowledgement> {
  using root = Folder.open(places.state);
  using folder = root?.folder('sync');
  const text = folder?.read(fileOf(projectId, serverUrl), MAX_LEDGER_BYTES)?.toString('latin1') ?? '';
  const said = new Map<string, Acknowledgement>();
  for (const line of text.split('\n')) {
    const [, id, what] = LINE.exec(line) ?? [];
    if (id !== undefined) said.set(id, what as Acknowledgement);
  }
  return said;
}

/** Keeps what a server said. Each line begins on a new one, whatever stands before it. */
export function acknowledge(
  { places }: HandoffStore,
  projectId: string,
  serverUrl: string,
  said: ReadonlyMap<string, Acknowledgement>,
): void {
  if (said.size === 0) return;
  using root = Folder.make(places.state);
  using folder = root.makeFolder('sync');
  folder.append(fileOf(projectId, serverUrl), Array.from(said, ([id, what]) => `\n${id} ${what}\n`).join(''));
}

const fileOf = (projectId: string, serverUrl: string): string =>
  `${projectId}-${createHash('sha256').update(serverUrl).digest('hex').slice(0, 16)}.txt`;
