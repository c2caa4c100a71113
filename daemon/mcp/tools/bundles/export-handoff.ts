import { z } from 'zod';
import { exportHandoff } from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { refArgument, workspaceArgument } from '../documents/document-arguments.ts';

export const exportTool = defineTool({
  name: 'handoff_export',
  title: 'Export a handoff',
  description:
    'Copy a handoff of this project into a folder of the workspace that another machine imports. Replaces nothing; exporting it again to the same place changes nothing.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    workspace: workspaceArgument,
    ref: refArgument,
    directory: z
      .string()
      .min(1)
      .max(4096)
      .describe('The folder to make, relative to the workspace; the one above it must be there.'),
  }),
  output: z.object({ ref: z.string(), directory: z.string(), idempotent: z.boolean() }),
  async run(context, input) {
    const { ref, directory, idempotent } = await exportHandoff(await context.documents(), input);
    return {
      text: idempotent ? `${directory} holds it already.` : `Exported to ${directory}.`,
      data: { ref, directory, idempotent },
    };
  },
});
