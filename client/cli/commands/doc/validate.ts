import { Command, Option } from 'commander';
import type { DocumentVerdict } from '#schema/documents/handoff-document/validate.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { onStore, SCOPE_OPTION, WORKSPACE_OPTION } from './on-store.ts';
import type { ReadOptions } from './read.ts';
import { readInput } from './read-input.ts';

interface ValidateOptions extends ReadOptions {
  readonly file?: string;
}

/** `kernel doc validate`: every fault of a document with its line; exit code 7 when there is one. */
export const validateCommand = (host: Host): Command =>
  new Command('validate')
    .description('name every fault of a document with its line; exit code 7 when there is one')
    .argument('[ref]', 'a stored document')
    .option('--path <file>', 'a file of the workspace')
    .option('--file <file>', 'any file, or - for standard input')
    .addOption(new Option(...SCOPE_OPTION).choices(['project', 'all']))
    .option(...WORKSPACE_OPTION)
    .addHelpText('after', examples('kernel doc validate --file draft.md', 'kernel doc validate handoff://01a2…/01a2…'))
    .action(runCommand(host, validate));

async function validate(call: Call, ref: string | undefined, options: ValidateOptions): Promise<Answer> {
  const { path, file, scope } = options;
  if ([ref, path, file].filter((given) => given !== undefined).length !== 1) {
    throw usageError('Give one of a reference, --path and --file.');
  }
  const content = file === undefined ? undefined : await readInput(call.host, file);
  return onStore(call, options, async (room, store, workspace) => {
    if (content !== undefined) return verdict(room.validateHandoffText(store, content));
    if (path !== undefined) return verdict(room.validateHandoffFile(store, { workspace, path }));
    return verdict(await room.validateHandoff(store, { workspace, ref: ref ?? '', ...given({ scope }) }));
  });
}

function verdict(judged: DocumentVerdict): Answer {
  const { isValid, faults } = judged;
  const lines = faults.map(({ line, code, message }) => `line ${line}: ${message} (${code})\n`);
  return {
    json: { document: judged },
    text: () => (isValid ? 'valid\n' : lines.join('')),
    ...(isValid ? {} : { exitCode: exitCodes.mismatch }),
  };
}
