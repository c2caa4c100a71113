import type { Delivery } from '../../../api/operations/organisation/webhook-deliveries.ts';
import { lower } from '../../output/words.ts';

/** What came of a delivery's last attempt, in a few words; empty while there was none. */
export function outcomeOf({ attempts }: Pick<Delivery, 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  const answered = last.status === null || last.status === undefined ? [] : [`status ${last.status}`];
  const problem = last.problem === null || last.problem === undefined ? [] : [lower(last.problem)];
  return [...answered, ...problem, `${last.durationMs} ms`].join(', ');
}
