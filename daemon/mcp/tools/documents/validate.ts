import { z } from 'zod';
import {
  type HandoffStore,
  validateHandoff,
  validateHandoffFile,
  validateHandoffText,
} from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import {
  contentArgument,
  pathArgument,
  refArgument,
  requireOne,
  scopeArgument,
  workspaceArgument,
} from './document-arguments.ts';
import { judgedFile, judgedRecord, judgedShape, judgedText } from './answers/judged.ts';

export const validateTool = defineTool({
  name: 'handoff_validate',
  title: 'Check a handoff document',
  description:
    'Check the sections of one handoff, stored (ref), in a file (path) or as a draft (content), without giving its text: what is missing, and each fault with its line. Nothing is stored.',
  annotations: annotationsOf('reads'),
  input: z.strictObject({
    workspace: workspaceArgument,
    ref: refArgument.optional(),
    path: pathArgument.optional(),
    content: contentArgument.optional().describe('A whole document that is not stored yet.'),
    scope: scopeArgument,
  }),
  output: z.object(judgedShape),
  async run(context, { workspace, ref, path, content, scope }) {
    requireOne('handoff_validate', { ref, path, content });
    const store = await context.documents();
    const data = await judge(store, { workspace, ref, path, content, scope });
    return { text: data.valid ? 'The document is valid.' : `The document has ${data.fault_count} faults.`, data };
  },
});

interface Judged {
  readonly workspace: string;
  readonly ref: string | undefined;
  readonly path: string | undefined;
  readonly content: string | undefined;
  readonly scope: 'project' | 'all';
}

async function judge(store: HandoffStore, { workspace, ref, path, content, scope }: Judged) {
  if (content !== undefined) return judgedText(validateHandoffText(store, content));
  if (path !== undefined) return judgedFile(validateHandoffFile(store, { workspace, path }));
  return judgedRecord(await validateHandoff(store, { workspace, ref: ref ?? '', scope }));
}
