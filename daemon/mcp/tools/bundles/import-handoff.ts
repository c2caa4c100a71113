import { z } from 'zod';
import { importHandoff } from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { workspaceArgument } from '../documents/document-arguments.ts';

export const importTool = defineTool({
  name: 'handoff_import',
  title: 'Import a handoff',
  description:
    'Copy a Markdown handoff, or a bundle made by handoff_export, from the workspace into the private store. The source stays as it is; importing it again changes nothing.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    workspace: workspaceArgument,
    path: z.string().min(1).max(4096).describe('The file, or the folder of the bundle, inside the workspace.'),
    name: z.string().min(1).max(200).optional().describe('For a file: its label; the file’s name when left out.'),
  }),
  output: z.object({
    ref: z.string(),
    project_id: z.string(),
    handoff_id: z.string(),
    name: z.string(),
    kind: z.enum(['create', 'legacy']),
    redacted_count: z.int(),
    idempotent: z.boolean(),
  }),
  async run(context, { workspace, path, name }) {
    const given = { workspace, path, ...(name === undefined ? {} : { name }) };
    const imported = await importHandoff(await context.documents(), given);
    return {
      text: imported.idempotent
        ? `${imported.ref} was there already.`
        : `Imported ${imported.name} as ${imported.ref}.`,
      data: {
        ref: imported.ref,
        project_id: imported.projectId,
        handoff_id: imported.handoffId,
        name: imported.name,
        kind: imported.kind,
        redacted_count: imported.redactedCount,
        idempotent: imported.idempotent,
      },
    };
  },
});
