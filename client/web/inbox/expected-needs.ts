import type { fetchNeedsYou } from '../../api/operations/inbox.ts';

type Needs = Awaited<ReturnType<typeof fetchNeedsYou>>;

/** What needs somebody once a line that a session left is settled. */
export function withoutOffer(needs: Needs, offerId: string): Needs {
  const { entries, totalCount } = needs.recordOffers;
  const left = entries.filter(({ id }) => id !== offerId);
  return { ...needs, recordOffers: { entries: left, totalCount: totalCount - (entries.length - left.length) } };
}
