import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Connection } from '#client/api/connection.ts';
import { attachArtifact, upload } from '#client/api/operations/work/artifacts.ts';
import { ToolRefusal } from '../../results/tool-refusal.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { recordOnce } from './record-once.ts';
import { workArgument, workItemRef } from './work-argument.ts';

export const attachArtifactTool = defineTool({
  name: 'attach_artifact',
  title: 'Attach an artifact',
  description:
    'Attach what the work produced: a file of this machine, or a URI where it lies. A title that is there gets its next version; the same content again attaches once. Attach no file that holds secrets.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    title: z.string().min(1).max(500).describe('What it is called.'),
    type: z.string().min(1).max(64).default('file').describe('What it is, in a word: report, diff, branch.'),
    uri: z.string().min(1).max(4000).optional().describe('Where it lies. Either this or file.'),
    file: z.string().min(1).max(4096).optional().describe('Absolute path of a file to upload. Either this or uri.'),
    content_type: z.string().min(1).max(200).optional().describe('Media type of the file, such as text/markdown.'),
    work_item: workArgument,
  }),
  output: z.object({ artifact_id: z.string(), version: z.int(), sha256: z.string().nullable() }),
  async run(context, { title, type, uri, file, content_type, work_item }) {
    if ((uri === undefined) === (file === undefined)) {
      throw new ToolRefusal('INVALID_ARGUMENTS', 'Give exactly one of uri and file.', 'Call attach_artifact again.');
    }
    const access = await context.record();
    const place = file === undefined ? { uri } : { uploadId: await uploadFile(access.connection, file, content_type) };
    const input = { workItem: workItemRef(access, work_item), title, type, ...place, contentType: content_type };
    const { artifact } = await recordOnce(
      ['attach_artifact', input],
      (idempotencyKey) => attachArtifact(access.connection, { ...input, idempotencyKey }),
      (attached) => attached.artifact.isLatest,
    );
    return {
      text: `Attached ${artifact.id} (v${artifact.version}).`,
      data: { artifact_id: artifact.id, version: artifact.version, sha256: artifact.sha256 ?? null },
    };
  },
});

/** Uploads a regular file; the same bytes give the same upload. Throws ToolRefusal when it cannot be read. */
async function uploadFile(connection: Connection, file: string, contentType: string | undefined): Promise<string> {
  if (!isAbsolute(file)) {
    throw new ToolRefusal('INVALID_ARGUMENTS', 'file is no absolute path.', 'Call again with the absolute path.');
  }
  try {
    if (!(await stat(file)).isFile()) throw new Error('it is no regular file');
    const { uploadId } = await upload(connection, await openAsBlob(file), contentType ?? 'application/octet-stream');
    return uploadId;
  } catch (error) {
    if (!(error instanceof Error) || !isOfFiles(error)) throw error;
    throw new ToolRefusal(
      'FILE_UNREADABLE',
      `The file cannot be read: ${error.message}.`,
      'Name a file that is there.',
    );
  }
}

const isOfFiles = (error: Error): boolean => 'syscall' in error || error.message === 'it is no regular file';
