import type { FreshnessCard } from '../../../api/operations/handoffs/freshness.ts';
import { amount, moment } from '../../output/words.ts';

/** How the destination's workspace stands to where the package came from, a line each; undefined before the first compile. */
export function freshnessWords(card: FreshnessCard | null): string | undefined {
  if (card === null) return undefined;
  const { state, pin, findings, agentSession, checkedAt } = card;
  if (state === 'NOT_PINNED') return 'not pinned: nobody said where the source’s repository stood';
  const looked =
    agentSession === null || agentSession === undefined
      ? 'no destination has looked yet'
      : `${agentSession.runtime} ${agentSession.id} looked at ${moment(checkedAt)}`;
  const first = state === 'SAME' ? `the same commit and files: ${looked}` : `${pinWords(pin)}; ${looked}`;
  return [first, ...findings.map(({ message }) => `- ${message}`)].join('\n');
}

/** What somebody who accepts should know of what moved; nothing where nobody could look or all is the same. */
export const movedNotes = (card: FreshnessCard | null): string[] =>
  (card?.findings ?? []).map(({ message }) => `moved: ${message}`);

function pinWords(pin: FreshnessCard['pin']): string {
  if (pin === null || pin === undefined) return 'pinned';
  const branch = pin.branch === null || pin.branch === undefined ? '' : ` on ${pin.branch}`;
  const dirty = (pin.uncommittedFiles ?? 0) > 0 ? `, ${amount(pin.uncommittedFiles ?? 0, 'file')} uncommitted` : '';
  return `the source stood at ${pin.head.slice(0, 8)}${branch}${dirty}`;
}
