import { z } from 'zod';
import { validateHandoff, validateHandoffFile } from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { pathArgument, refArgument, requireOne, scopeArgument, workspaceArgument } from './document-arguments.ts';
import { judgedFile, judgedRecord, judgedShape } from './judged.ts';

export const validateTool = defineTool({
  name: 'handoff_validate',
  title: 'Check a handoff document',
  description:
    'Check the sections of one handoff without giving its text: what is missing, and each fault with its line.',
  annotations: annotationsOf('reads'),
  input: z.strictObject({
    workspace: workspaceArgument,
    ref: refArgument.optional(),
    path: pathArgument.optional(),
    scope: scopeArgument,
  }),
  output: z.object(judgedShape),
  async run(context, { workspace, ref, path, scope }) {
    requireOne('handoff_validate', { ref, path });
    const store = await context.documents();
    const data =
      path === undefined
        ? judgedRecord(await validateHandoff(store, { workspace, ref: ref ?? '', scope }))
        : judgedFile(validateHandoffFile(store, { workspace, path }));
    return { text: data.valid ? 'The document is valid.' : `The document has ${data.fault_count} faults.`, data };
  },
});
