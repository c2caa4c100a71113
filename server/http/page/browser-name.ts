/** In this order: the names of some browsers also stand in the words of others. */
const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg/],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\bChrom(e|ium)\//],
  ['Safari', /\bSafari\//],
];
const systems: readonly [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** What to call the credential of a browser, so that its owner knows it in a list: `Firefox on Linux`. */
export function browserName(userAgent = ''): string {
  const named = (list: readonly [string, RegExp][]) => list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = named(browsers) ?? 'Browser';
  const system = named(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
