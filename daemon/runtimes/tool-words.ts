/**
 * Longest part of a call that is handed on, in characters: far more than is told of it, which is cut once the secrets are
 * out. Of half a secret nobody could tell that it is one.
 */
const MAX_WORDS = 4_000;

/** Names of arguments that say best what a call does, first the best. */
const TELLING = ['command', 'cmd', 'file_path', 'path', 'pattern', 'url', 'query', 'skill', 'description'];

/** A call of a tool in a line: its name, and the argument that says most; for sync modes that let summaries out. */
export function toolWords(name: string, input: unknown): string {
  if (typeof input !== 'object' || input === null) return name;
  const given = new Map<string, unknown>(Object.entries(input));
  for (const key of TELLING) {
    const value = given.get(key);
    if (typeof value === 'string' && value !== '') return `${name}: ${oneLine(value)}`;
  }
  return name;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
}
