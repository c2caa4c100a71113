const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REFERENCE = new RegExp(`^handoff://(${UUID})/(${UUID})$`);
const WHOLE_UUID = new RegExp(`^${UUID}$`);

/** What names a document on machines: the project of documents it was written in, and the document. */
export interface DocumentReference {
  readonly originProjectId: string;
  readonly handoffId: string;
}

/** Reads `handoff://<project-uuid>/<handoff-uuid>` in its one form; undefined for any other text. */
export function parseDocumentRef(text: string): DocumentReference | undefined {
  const [, originProjectId, handoffId] = REFERENCE.exec(text) ?? [];
  return originProjectId === undefined || handoffId === undefined ? undefined : { originProjectId, handoffId };
}

/** The reference of a document as the machine that wrote it gave it. */
export const documentRef = ({ originProjectId, handoffId }: DocumentReference): string =>
  `handoff://${originProjectId}/${handoffId}`;

/** Whether a text is a UUID in the one form that references are written in. */
export const isUuid = (text: string): boolean => WHOLE_UUID.test(text);
