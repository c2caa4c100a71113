/** The named parts of a path that fits a pattern such as `/work/:key/:tab?`; undefined where it does not fit. */
export function matchRoute(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at];
    if (value === undefined) {
      if (!part.endsWith('?')) return undefined;
    } else if (part.startsWith(':')) params[part.replace(/^:|\?$/g, '')] = decoded(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** A part that is no proper encoding stands for itself: it names nothing, and the page says so. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
