import type { Connection } from '#client/api/connection.ts';
import type { Viewer } from '#client/api/operations/organisation/viewer.ts';
import type { HandoffStore } from '../handoff-store/index.ts';

/** The record on a server, and who this process is there. */
export interface RecordAccess {
  readonly connection: Connection;
  readonly viewer: Viewer;
}

/** What every tool works with. Nothing is opened until one of them needs it. */
export interface McpContext {
  readonly env: NodeJS.ProcessEnv;
  /** The version of this program. */
  readonly version: string;
  /** The words that start this server, program first: what a client is told to run. */
  readonly command: readonly string[];
  /** Signs in. Throws ToolRefusal, which says how to, when no server or no credential is known. */
  record(): Promise<RecordAccess>;
  /** The documents of this machine. */
  documents(): Promise<HandoffStore>;
  /**
   * Sends a document that was just stored to the server that a person chose for its project, and says what came of it;
   * null where nobody chose one. Never throws.
   */
  syncWritten(document: { readonly projectId: string; readonly handoffId: string }): Promise<string | null>;
}
