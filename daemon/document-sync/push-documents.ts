import { hostname } from 'node:os';
import type { Connection } from '#client/api/connection.ts';
import { fetchStoredHashes, storeDocument } from '#client/api/operations/handoffs/documents.ts';
import { Refused } from '#client/api/refused.ts';
import { withRetries } from '#client/api/retry.ts';
import { ServerFault } from '#client/api/server-fault.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';
import {
  acknowledge,
  type Acknowledgement,
  type HandoffStore,
  storedHandoff,
  StoreError,
} from '../handoff-store/index.ts';

/** How many documents are asked about at once: a page of the server. */
const ASKED_AT_ONCE = 100;
/** How many are on their way at once. */
const SENT_AT_ONCE = 4;
/** Refusals that are about one document: another one may be taken. */
const OF_ONE_DOCUMENT = ['CONFLICT', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'];

export interface PushInput {
  readonly store: HandoffStore;
  readonly connection: Connection;
  readonly projectId: string;
  /** As it stands in the choice of the project. */
  readonly serverUrl: string;
  readonly handoffIds: readonly string[];
  /** The program that sends, for people. */
  readonly sourceClient: string;
  /** Waits between attempts at one document; its connection's when left out. */
  readonly retryDelaysMs?: readonly number[];
  /** Told after every few documents how many were dealt with. */
  readonly onProgress?: (done: number) => void;
}

/** What came of sending documents. Those in none of the lists were not reached, because of the `problem`. */
export interface PushReport {
  readonly sent: readonly string[];
  /** Found there with the same hash. */
  readonly there: readonly string[];
  readonly refused: readonly { readonly handoffId: string; readonly code: string; readonly message: string }[];
  /** Cannot be read on this machine. */
  readonly damaged: readonly string[];
  /** What ended it early; null when all was dealt with. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

/**
 * Sends what a server lacks of some documents of a project. What it has by UUID and hash is not sent, so this may be
 * killed and repeated at any time, also beside another process that does the same. Never throws for what the server or
 * the way to it does: that is in the report, and the documents lie in the store as before.
 */
export async function pushDocuments(input: PushInput): Promise<PushReport> {
  const push = new Push(input);
  for (let at = 0; at < input.handoffIds.length && push.problem === null; at += ASKED_AT_ONCE) {
    await push.batch(input.handoffIds.slice(at, at + ASKED_AT_ONCE));
  }
  return push;
}

class Push implements PushReport {
  readonly sent: string[] = [];
  readonly there: string[] = [];
  readonly refused: { handoffId: string; code: string; message: string }[] = [];
  readonly damaged: string[] = [];
  problem: PushReport['problem'] = null;
  readonly #input: PushInput;

  constructor(input: PushInput) {
    this.#input = input;
  }

  async batch(handoffIds: readonly string[]): Promise<void> {
    const known = await this.#known(handoffIds);
    for (let at = 0; at < handoffIds.length && this.problem === null; at += SENT_AT_ONCE) {
      const said = new Map<string, Acknowledgement>();
      await Promise.all(handoffIds.slice(at, at + SENT_AT_ONCE).map((id) => this.#one(id, known.get(id), said)));
      const { store, projectId, serverUrl, onProgress } = this.#input;
      acknowledge(store, projectId, serverUrl, said);
      onProgress?.(this.sent.length + this.there.length + this.refused.length + this.damaged.length);
    }
  }

  /** A single one is sent without asking. */
  async #known(handoffIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (handoffIds.length === 1) return new Map();
    try {
      return await fetchStoredHashes(this.#input.connection, handoffIds);
    } catch (error) {
      this.problem = problemOf(error);
      return new Map();
    }
  }

  async #one(handoffId: string, knownHash: string | undefined, said: Map<string, Acknowledgement>): Promise<void> {
    try {
      const found = storedHandoff(this.#input.store, this.#input.projectId, handoffId);
      if (found === undefined) return;
      const isThere = knownHash === found.manifest.sha256 || !(await this.#send(found));
      (isThere ? this.there : this.sent).push(handoffId);
      said.set(handoffId, 'stored');
    } catch (error) {
      if (error instanceof StoreError) this.damaged.push(handoffId);
      else if (error instanceof Refused && OF_ONE_DOCUMENT.includes(error.code)) {
        this.refused.push({ handoffId, code: error.code, message: error.message });
        said.set(handoffId, 'refused');
      } else this.problem ??= problemOf(error);
    }
  }

  /** Returns whether the server did not have it yet. */
  async #send({ manifest, document }: NonNullable<ReturnType<typeof storedHandoff>>): Promise<boolean> {
    const { name, sha256, created_at: createdAt, origin } = manifest;
    const { connection, sourceClient, retryDelaysMs } = this.#input;
    const input = {
      ref: `handoff://${origin.project_id}/${origin.handoff_id}`,
      name,
      kind: origin.kind === 'create' ? ('CREATE' as const) : ('LEGACY' as const),
      sourcePath: origin.source_path ?? null,
      createdAt,
      sha256,
      text: document,
      sourceMachine: hostname() || null,
      sourceClient,
    };
    return (await withRetries(() => storeDocument(connection, input), retryDelaysMs)).isNew;
  }
}

/** What the way to the server, or the server as a whole, refused. Anything else is a bug and thrown on. */
function problemOf(error: unknown): { code: string; message: string } {
  if (error instanceof ServerUnreachable) return { code: 'SERVER_UNREACHABLE', message: error.message };
  if (error instanceof ServerFault) return { code: 'SERVER_FAULT', message: error.message };
  if (error instanceof Refused) return { code: error.code, message: error.message };
  throw error;
}
