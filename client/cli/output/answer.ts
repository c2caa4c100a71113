import type { View } from './view.ts';

/** What a command found or did. The runner shows it as text or, with --json, as JSON. */
export interface Answer {
  /** The documented shape under --json. */
  readonly json: unknown;
  /** The same for a person; ends in a newline, or is empty. */
  text(view: View): string;
  /** Sentences beside the answer, for standard error: not part of it, and not shown with --json. */
  readonly notes?: readonly string[];
  /** True when the command wrote as it went and there is nothing left to show. */
  readonly isWritten?: boolean;
  /** When the answer itself is a failure, such as a hash that does not match. */
  readonly exitCode?: number;
}

/** An answer of one sentence beside its JSON. */
export const sentence = (json: unknown, text: string, notes: readonly string[] = []): Answer => ({
  json,
  text: () => `${text}\n`,
  notes,
});
