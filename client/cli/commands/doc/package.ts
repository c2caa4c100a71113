import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { ZodError } from 'zod';
import { packageFromDocument } from '#schema/documents/handoff-document/package/to-package.ts';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { type HandoffPackageV1, handoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { amount } from '../../output/words.ts';
import { RawJson } from '../../output/to-json.ts';
import { runCommand } from '../../run-command.ts';
import { openPackageFile } from '../../verify/open-package-file.ts';
import { examples } from '../examples.ts';
import { onStore, WORKSPACE_OPTION, type WorkspaceOptions } from './on-store.ts';
import { readInput } from './read-input.ts';

interface PackageOptions extends WorkspaceOptions {
  readonly file?: string;
  readonly known?: string;
}

/** `kernel doc package`: a document as a package, the other way round of `kernel handoff show --as-document`. */
export const packageCommand = (host: Host): Command =>
  new Command('package')
    .description('print the package that a document says; what it does not say comes from another package')
    .argument('[ref]', 'a stored document')
    .option('--file <file>', 'any file instead, or - for standard input')
    .option('--known <file>', 'a package, or what kernel handoff show --json printed, for what the document leaves out')
    .option(...WORKSPACE_OPTION)
    .addHelpText(
      'after',
      examples(
        'kernel handoff show 7b31… --as-document | kernel doc package --file -',
        'kernel doc package handoff://01a2…/01a2… --known package.json',
      ),
    )
    .action(runCommand(host, printPackage));

async function printPackage(call: Call, ref: string | undefined, options: PackageOptions): Promise<Answer> {
  if ((ref === undefined) === (options.file === undefined)) throw usageError('Give either a reference or --file.');
  const text =
    ref === undefined
      ? await readInput(call.host, options.file)
      : await onStore(call, options, async (room, store, workspace) =>
          room.readHandoff(store, { workspace, ref }).then(({ content }) => content),
        );
  const known = options.known === undefined ? undefined : await knownPackage(call.host, options.known);
  const { package: made, leftOut } = packageOf(text, known);
  const document = canonicalJson(made);
  return {
    json: { package: { hash: packageHash(made), document: new RawJson(document) }, leftOut },
    text: () => `${document}\n`,
    notes:
      leftOut.length === 0
        ? []
        : [`${amount(leftOut.length, 'fact')} of Critical Context found no place in the package`],
  };
}

function packageOf(text: string, known: HandoffPackageV1 | undefined) {
  try {
    return packageFromDocument(text, known);
  } catch (error) {
    if (error instanceof ZodError) {
      const paths = error.issues.map(({ path, message }) => `${path.join('.')} (${message})`).join(', ');
      throw usageError(`The document makes no package: ${paths}. Give what it leaves out with --known.`);
    }
    if (error instanceof SyntaxError) throw usageError(`A fact of the document cannot be read: ${error.message}.`);
    throw error;
  }
}

async function knownPackage(host: Host, file: string): Promise<HandoffPackageV1> {
  const text = await readFile(resolve(host.cwd, file), 'utf8').catch((error: Error) => {
    throw usageError(`${file} cannot be read: ${error.message}.`);
  });
  try {
    return handoffPackageV1.parse(JSON.parse(openPackageFile(text).document));
  } catch (error) {
    if (error instanceof ZodError || error instanceof SyntaxError) throw usageError(`${file} is no package.`);
    throw error;
  }
}
