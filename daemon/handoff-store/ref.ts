import { invalidInput } from './store-error.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REF = new RegExp(`^handoff://(${UUID})/(${UUID})$`);
const WHOLE_UUID = new RegExp(`^${UUID}$`);

/** Names one document on this machine. It says which, and gives no right to read it. */
export interface HandoffRef {
  readonly projectId: string;
  readonly handoffId: string;
}

export const formatRef = ({ projectId, handoffId }: HandoffRef): string => `handoff://${projectId}/${handoffId}`;

/** Reads a reference in its one form, lower-case and with nothing around it. Throws INVALID_INPUT for any other text. */
export function parseRef(text: string): HandoffRef {
  const [, projectId, handoffId] = REF.exec(text) ?? [];
  if (projectId !== undefined && handoffId !== undefined) return { projectId, handoffId };
  throw invalidInput(
    'ref is not a reference to a handoff document.',
    'Give it exactly as it was returned: handoff://<project-uuid>/<handoff-uuid>.',
  );
}

/** Whether a text is a UUID in the one form that names and references are written in. */
export const isUuid = (text: string): boolean => WHOLE_UUID.test(text);
