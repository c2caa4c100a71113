import { ValidationError } from '#server/errors.ts';

/** Names that people and programs use for a runtime, beside the one it is recorded under. */
const aliases: Readonly<Record<string, string>> = {
  'claude-code': 'claude',
  claude_code: 'claude',
  'codex-cli': 'codex',
};

const RUNTIME_PATTERN = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * The name a runtime is recorded under, such as `codex` or `claude`: lower case, without surrounding spaces, its
 * aliases (`Claude-Code`) resolved. Runtimes we do not know are welcome. Throws ValidationError for `field`.
 */
export function runtimeName(field: string, name: string): string {
  const slug = name.trim().toLowerCase();
  const known = Object.hasOwn(aliases, slug) ? (aliases[slug] ?? slug) : slug;
  if (RUNTIME_PATTERN.test(known)) return known;
  throw new ValidationError(field, 'must be 1 to 32 lower-case letters, digits and dashes, such as codex or claude');
}
