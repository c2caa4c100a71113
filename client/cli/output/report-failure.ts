import { redactJson } from '#schema/documents/redaction/redact-json.ts';
import { Refused } from '../../api/refused.ts';
import { ServerFault } from '../../api/server-fault.ts';
import { ServerUnreachable } from '../../api/server-unreachable.ts';
import { CliError } from '../cli-error.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { printable } from './printable.ts';
import { toJson } from './to-json.ts';
import type { View } from './view.ts';

/**
 * A failure as text for standard error: `{"error":{code,message,exitCode,…}}` with --json, else a sentence and what to do.
 * It may quote the command line, without the secrets in it and without `secretValues`.
 */
export function reportFailure(
  error: unknown,
  asJson: boolean,
  view: View,
  secretValues: readonly string[] = [],
): string {
  const told = described(error);
  // Named one by one: the message of an error is not among the properties that a spread copies.
  const given = { code: told.code, message: told.message, details: told.details };
  const { code, message, details } = redactJson(given, { secretValues }).value;
  const exitCode = exitCodeOf(error);
  if (asJson) return `${toJson({ error: { ...details, code, message, exitCode } }, view.isTerminal)}\n`;
  const remedy = remedies[code];
  const lines = [
    `${view.colours.red('error')}: ${printable(message)}`,
    ...candidatesOf(details),
    ...(remedy === undefined ? [] : [remedy]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** What to do next, where the command line knows more than the server's sentence says. */
const remedies: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Sign in with: kernel login --server URL --token-file FILE',
  SERVER_UNREACHABLE:
    'Is it running? Start one here with: kernel up — or name another with --server or KERNEL_SERVER_URL.',
  STALE_PACKAGE: 'Read what is on offer with kernel handoff show, then try again with its hash.',
};

interface Described {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function described(error: unknown): Described {
  if (error instanceof CliError || error instanceof Refused) return error;
  if (error instanceof ServerUnreachable) {
    return { code: 'SERVER_UNREACHABLE', message: error.message, details: { serverUrl: error.serverUrl } };
  }
  if (error instanceof ServerFault) {
    return {
      code: 'INTERNAL',
      message: error.message,
      details: error.eventId === undefined ? {} : { eventId: error.eventId },
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'FAULT', message: `${message} (a fault of this program)`, details: {} };
}

function candidatesOf(details: Readonly<Record<string, unknown>>): string[] {
  const candidates = details['candidates'];
  if (!Array.isArray(candidates)) return [];
  return candidates.map((entry: unknown) => {
    const { id, label } = entry as { id: string; label: string };
    return printable(`  ${id}  ${label}`);
  });
}
