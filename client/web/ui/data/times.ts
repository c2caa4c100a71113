const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** From here on a date says more than a number of days. */
const DATED_AFTER_S = 7 * DAY_S;

/** `just now`, `5m ago`, `3h ago`, `2d ago`, then the date; what lies ahead as `in 5m`. */
export function relativeTime(moment: Date, now: Date): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return 'just now';
  if (size < HOUR_S) return relative.format(Math.round(seconds / MINUTE_S), 'minute');
  if (size < DAY_S) return relative.format(Math.round(seconds / HOUR_S), 'hour');
  if (size < DATED_AFTER_S) return relative.format(Math.round(seconds / DAY_S), 'day');
  return (moment.getFullYear() === now.getFullYear() ? dayOfYear : day).format(moment);
}

/** The whole moment in the person's own zone and words. */
export const absoluteTime = (moment: Date): string => absolute.format(moment);

/** How long something took or takes: `45s`, `12m`, `3h 05m`. */
export function duration(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  if (seconds < MINUTE_S) return `${seconds}s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)}m`;
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return `${Math.floor(seconds / HOUR_S)}h ${String(minutes).padStart(2, '0')}m`;
}
