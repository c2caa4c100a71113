import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Command } from 'commander';
import { verifyPackageDocument } from '#schema/documents/handoff-package/verify.ts';
import { listPackages } from '../../../api/operations/handoffs/packages.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { printableLine } from '../../output/printable.ts';
import { packageName } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { openPackageFile } from '../../verify/open-package-file.ts';
import { examples } from '../examples.ts';

const MOST_VERSIONS = 10_000;

interface VerifyOptions {
  readonly file?: string;
  readonly hash?: string;
}

/**
 * `kernel handoff verify`: recomputes hashes here, from a file without any server, or of every version of a handoff, which
 * the server also compiles again from the record as it stood at that version.
 */
export const verifyCommand = (host: Host): Command =>
  new Command('verify')
    .description(
      'recompute the hash of a package here, from a file or of every version of a handoff, compiled again from its record',
    )
    .argument('[id]', 'the handoff; not with --file')
    .option('--file <file>', 'a document, or what kernel handoff show --json printed; - for standard input')
    .option('--hash <hash>', 'with --file: the hash it should have, when the file names none')
    .addHelpText('after', examples('kernel handoff verify 7b31…', 'kernel handoff verify --file package.json'))
    .action(runCommand(host, verify));

async function verify(call: Call, id: string | undefined, options: VerifyOptions): Promise<Answer> {
  if ((id === undefined) === (options.file === undefined)) throw usageError('Give either a handoff or --file.');
  if (id === undefined) return verifyFile(call.host, options.file ?? '-', options.hash);
  return verifyHandoff(call, await resolveId(call, 'HANDOFF', id));
}

async function verifyFile(host: Host, file: string, hash: string | undefined): Promise<Answer> {
  const raw = await read(host, file);
  const { document, expectedHash } = openPackageFile(raw);
  const found = verifyPackageDocument(document, hash ?? expectedHash);
  if (!found.ok) {
    const lines = found.problems.map(({ path, message }) => `${path}: ${message}`).map(printableLine);
    const text = `not a package: ${file}\n${lines.map((line) => `  ${line}\n`).join('')}`;
    return { json: { ok: false, problems: found.problems }, text: () => text, exitCode: exitCodes.mismatch };
  }
  const { hash: computed, expectedHash: expected, matches, isCanonical } = found;
  const json = { ok: matches !== false, hash: computed, expectedHash: expected, matches, isCanonical };
  if (matches === false) {
    const text = `does not match: the document hashes to ${computed}, not ${expected ?? ''}\n`;
    return { json, text: () => text, exitCode: exitCodes.mismatch };
  }
  const notes = isCanonical
    ? []
    : ['the text is not the stored one, byte for byte: same content, other spacing or order'];
  const text =
    matches === null
      ? `hash ${computed} (the file names none to compare with; give --hash)\n`
      : `matches: ${computed}\n`;
  return { json, text: () => text, notes };
}

async function verifyHandoff(call: Call, handoffId: string): Promise<Answer> {
  const { entries } = await listPackages(await call.connection(), handoffId, MOST_VERSIONS);
  const versions = entries.map(verified).sort((a, b) => a.version - b.version);
  const ok = versions.every((version) => version.matches);
  const unkept = versions.filter(({ recompiledHash }) => recompiledHash === null).map(({ version }) => `v${version}`);
  const note = `compiled before its record was kept, so only the document was hashed: ${unkept.join(', ')}`;
  return {
    json: { ok, handoffId, versions },
    text: () => (versions.length === 0 ? 'no package was compiled yet\n' : versions.map(line).join('')),
    notes: unkept.length === 0 ? [] : [note],
    ...(ok ? {} : { exitCode: exitCodes.mismatch }),
  };
}

type Listed = Awaited<ReturnType<typeof listPackages>>['entries'][number];

/** One version: its document hashed here, and its record compiled again there. */
function verified({ version, hash, document, recompiledHash: recompiled = null }: Listed) {
  const found = verifyPackageDocument(document, hash);
  const isDocument = found.ok && found.matches === true;
  const matches = isDocument && (recompiled === null || recompiled === hash);
  return { version, hash, computedHash: found.ok ? found.hash : null, recompiledHash: recompiled, matches };
}

function line({ version, hash, computedHash, recompiledHash, matches }: ReturnType<typeof verified>): string {
  const name = packageName(version, hash);
  if (matches) return `matches (${name})\n`;
  const other = computedHash === hash ? 'its record compiles to' : 'its document hashes to';
  const found = computedHash === hash ? recompiledHash : computedHash;
  return `DOES NOT MATCH (${name}): ${other} ${found ?? 'nothing, since it is no package'}\n`;
}

function read(host: Host, file: string): Promise<string> {
  if (file === '-') return textOf(host.stdin);
  return readFile(resolve(host.cwd, file), 'utf8').catch((error: Error) => {
    throw usageError(`${file} cannot be read: ${error.message}.`);
  });
}
