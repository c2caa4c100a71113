import { Command } from 'commander';
import {
  attachArtifact,
  download,
  fetchArtifact,
  listArtifacts,
  upload,
} from '../../../api/operations/work/artifacts.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import { openUpload } from '../../files/open-upload.ts';
import { saveDownload } from '../../files/save-download.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, timeColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { limitOption } from '../limit-option.ts';
import { onWork, type OnWorkOptions, SESSION_OPTION, WORK_OPTION } from './on-work.ts';

interface AttachOptions extends OnWorkOptions {
  readonly title?: string;
  readonly type: string;
  readonly uri?: string;
  readonly contentType?: string;
}

/** `kernel artifact`: things that exist for a work item, elsewhere by their URI or uploaded. */
export const artifactCommand = (host: Host): Command =>
  new Command('artifact')
    .description('attach, list and download artifacts')
    .addCommand(
      new Command('attach')
        .description('attach a file or a URI; a title that is there gets its next version')
        .argument('[file]', 'a file to upload, or - for standard input')
        .option('--uri <uri>', 'where it lies, instead of a file')
        .option('--title <title>', 'what it is called; the name of the file, or the URI')
        .option('--type <type>', 'what it is, in a word', 'file')
        .option('--content-type <type>', 'media type, such as text/plain')
        .option(...WORK_OPTION)
        .option(...SESSION_OPTION)
        .addHelpText(
          'after',
          examples(
            'kernel artifact attach report.md --type report',
            'kernel artifact attach --uri https://example.org/pr/12 --title "Pull request" --type pull-request',
          ),
        )
        .action(runCommand(host, attach)),
    )
    .addCommand(
      new Command('list')
        .description('list artifacts, the newest version of each title')
        .argument('[work]', 'the work item; inside a session its own')
        .option('--all', 'every version')
        .addOption(limitOption())
        .action(runCommand(host, list)),
    )
    .addCommand(
      new Command('get')
        .description('download an uploaded artifact, checking its hash on the way')
        .argument('<id>', 'the artifact')
        .option('-o, --output <file>', 'where to write it; standard output when left out')
        .action(runCommand(host, get)),
    );

async function attach(call: Call, file: string | undefined, options: AttachOptions): Promise<Answer> {
  if ((file === undefined) === (options.uri === undefined)) throw usageError('Give either a file or --uri.');
  const target = await onWork(call, options);
  const connection = await call.connection();
  const content = file === undefined ? undefined : await openUpload(call.host, file);
  const contentType = options.contentType ?? (content === undefined ? undefined : 'application/octet-stream');
  const sent = content === undefined ? undefined : await upload(connection, content.body, contentType ?? '');
  const title = options.title ?? content?.name ?? options.uri ?? '';
  const input = {
    ...target,
    type: options.type,
    title,
    ...given({ uri: options.uri, uploadId: sent?.uploadId, contentType: options.contentType }),
  };
  const { artifact } = await attachArtifact(connection, input);
  return sentence({ artifact }, `attached ${artifact.id} (v${artifact.version})`);
}

async function list(call: Call, work: string | undefined, options: { limit: number; all?: boolean }): Promise<Answer> {
  const ref = await workItemRef(call, work);
  const found = await listArtifacts(await call.connection(), ref, options.limit, options.all === true);
  return listAnswer('artifacts', found, [
    idColumn,
    timeColumn('ATTACHED', (row) => row.attachedAt),
    { title: 'TYPE', value: (row) => row.type },
    { title: 'VERSION', value: (row) => `v${row.version}` },
    { title: 'TITLE', value: (row) => row.title },
    {
      title: 'WHERE',
      value: (row) => row.uri ?? `sha256:${row.sha256 ?? ''}`,
      short: (row) => row.uri ?? `${row.sizeBytes ?? 0} bytes`,
    },
  ]);
}

async function get(call: Call, id: string, options: { output?: string }): Promise<Answer> {
  const connection = await call.connection();
  const artifact = await fetchArtifact(connection, await resolveId(call, 'ARTIFACT', id));
  if (!artifact.downloadPath || !artifact.sha256) {
    throw usageError(`This artifact is not kept here; it lies at ${artifact.uri ?? 'an unknown place'}.`);
  }
  if (options.output === undefined && call.options.json === true)
    throw usageError('With --json, name a file: --output FILE.');
  await saveDownload(call.host, download(connection, artifact.downloadPath), artifact.sha256, options.output);
  const text = options.output === undefined ? '' : `${artifact.sizeBytes ?? 0} bytes in ${options.output}\n`;
  return { json: { artifact, output: options.output ?? null }, text: () => text };
}
