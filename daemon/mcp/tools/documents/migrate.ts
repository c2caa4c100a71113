import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { ToolRefusal } from '../../results/tool-refusal.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { workspaceArgument } from './document-arguments.ts';

const SESSION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const clientArgument = z
  .string()
  .transform((name) => name.trim().toLowerCase())
  .pipe(z.enum(['claude', 'codex']));

export const migrateTool = defineTool({
  name: 'handoff_migrate',
  title: 'Ask for a migration',
  description:
    'Ask the launcher to move this conversation to the other client, by the native id of the active session. Nothing is converted here. auto_switch_requested false: say the reason to the person and convert nothing by other means.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    workspace: workspaceArgument,
    source_client: clientArgument.describe('The client this conversation runs in: claude or codex.'),
    target_client: clientArgument.describe('The other one.'),
    source_session_id: z
      .string()
      .regex(SESSION_ID, 'is no native session id; print CLAUDE_CODE_SESSION_ID or CODEX_THREAD_ID and give that')
      .describe('The active session’s own id, a UUID: CLAUDE_CODE_SESSION_ID or CODEX_THREAD_ID.'),
  }),
  output: z.object({
    workspace: z.string(),
    source_client: z.string(),
    target_client: z.string(),
    source_session_id: z.string(),
    auto_switch_requested: z.boolean(),
    reason: z.string(),
  }),
  async run(_context, input) {
    if (input.source_client === input.target_client) {
      throw new ToolRefusal(
        'INVALID_ARGUMENTS',
        'migrate mode requires a different target client',
        'Give the other client, or use handoff_create for a fresh session of the same one.',
      );
    }
    const isFolder = isAbsolute(input.workspace) && (await isDirectory(input.workspace));
    if (!isFolder) {
      throw new ToolRefusal(
        'INVALID_ARGUMENTS',
        'workspace is not the absolute path of a folder.',
        'Call again with the absolute path of the folder that is worked in.',
      );
    }
    const reason =
      'migrate mode requires the managed launcher, and this client was not started by one. Nothing was converted.';
    return { text: `No migration: ${reason}`, data: { ...input, auto_switch_requested: false, reason } };
  },
});

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
