import { sessionStanding } from '../../api/session-standing.ts';
import { lower } from './words.ts';

interface Standing {
  readonly status: string;
  readonly exitReason?: string | null | undefined;
  readonly launch?: { readonly state: string } | null | undefined;
}

const spaced = (word: string): string => lower(word).replaceAll('_', ' ');

/**
 * How a session stands: `active`, `exited without completion`, `failed: rate limited`. One of which nobody knows whether
 * it runs is called uncertain.
 */
export function standing(session: Standing): string {
  const { status, exitReason, launch } = session;
  const word = spaced(sessionStanding(session));
  if (exitReason == null) return launch?.state === 'UNCERTAIN' ? `${word}, uncertain` : word;
  return status === 'COMPLETED' || exitReason === status ? word : `${word}: ${spaced(exitReason)}`;
}
