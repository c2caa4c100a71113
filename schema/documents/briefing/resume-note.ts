/**
 * The paragraph before the briefing of a run that goes on: what it remembers of its earlier session may be old or wrong, so
 * the record decides. Throws RangeError for an id that is not made of letters, digits, `_` and `-`.
 */
export function resumeNote(earlierSessionId: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(earlierSessionId)) {
    throw new RangeError('An id holds only letters, digits, "_" and "-".');
  }
  return (
    `You go on with your earlier session ${earlierSessionId}, which has ended; its ids and its credential serve no more. ` +
    'What follows is how the work stands on the record now. Where you remember it otherwise, the record is right. Look at ' +
    'the workspace before you go on, since it may have changed, and do nothing again that is done.\n'
  );
}
