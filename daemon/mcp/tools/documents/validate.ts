import { z } from 'zod';
import { validateHandoff } from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { refArgument, scopeArgument, workspaceArgument } from './document-arguments.ts';
import { judgedData, judgedShape } from './judged.ts';

export const validateTool = defineTool({
  name: 'handoff_validate',
  title: 'Check a handoff document',
  description:
    'Check the sections of one handoff without giving its text: what is missing, and each fault with its line.',
  annotations: annotationsOf('reads'),
  input: z.strictObject({ workspace: workspaceArgument, ref: refArgument, scope: scopeArgument }),
  output: z.object(judgedShape),
  async run(context, { workspace, ref, scope }) {
    const document = await validateHandoff(await context.documents(), { workspace, ref, scope });
    const verdict = document.isValid ? 'is valid' : `has ${document.faults.length} faults`;
    return { text: `${document.name} ${verdict}.`, data: judgedData(document) };
  },
});
