/**
 * How a session stands, as a word of the API: its status, but for one that ended by itself with its work neither done nor
 * handed over, which is called what became of it. Completed is only what was completed.
 */
export const sessionStanding = ({
  status,
  exitReason,
}: {
  readonly status: string;
  readonly exitReason?: string | null | undefined;
}): string => (status === 'COMPLETED' ? (exitReason ?? status) : status);
