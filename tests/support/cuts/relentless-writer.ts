import { Connection } from '#client/api/connection.ts';
import { recordDecision, supersedeDecision } from '#client/api/operations/work/decisions.ts';

/** Waits before a command whose answer was lost is sent again, in milliseconds: patience enough for any number of cuts. */
const RETRY_DELAYS_MS = Array.from({ length: 40 }, (_, i) => Math.min(10 * (i + 1), 250));

/** The events of one chain: that of its first decision, and two for each that took the place of another. */
export const eventsOfChain = (length: number): number => 2 * length - 1;

export interface ChainOptions {
  readonly url: string;
  readonly token: string;
  readonly workItemId: string;
  /** How many decisions are recorded, one after another. */
  readonly length: number;
  /** Run between two of them. */
  readonly between?: () => Promise<void>;
}

/**
 * Records a decision and supersedes it again and again, each command once, whatever happens to the answers: a command that
 * was lost, or done twice, would break the chain. Gives the ids of its decisions in order.
 */
export async function writeChain({ url, token, workItemId, length, between }: ChainOptions): Promise<string[]> {
  const connection = new Connection({ serverUrl: url, token, retryDelaysMs: RETRY_DELAYS_MS });
  const texts = { statement: 'Keep the log', rationale: 'Somebody reads it', evidence: [] };
  const first = await recordDecision(connection, { ...texts, workItem: { id: workItemId } });
  const ids = [first.decision.id];
  while (ids.length < length) {
    await between?.();
    const { decision } = await supersedeDecision(connection, { ...texts, decisionId: ids.at(-1) ?? '' });
    ids.push(decision.id);
  }
  return ids;
}
