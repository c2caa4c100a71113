import { z } from 'zod';
import { createHandoff, writeHandoffFile } from '../../../handoff-store/index.ts';
import { ToolRefusal } from '../../results/tool-refusal.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { contentArgument, pathArgument, requireOne, workspaceArgument } from './document-arguments.ts';
import { manualResume } from './manual-resume.ts';
import { stateArgument } from './state-argument.ts';

/** Why no client is replaced: what starts fresh sessions is not part of this version. */
const NO_LAUNCHER =
  'automatic session switching is unavailable: this client was not started by the managed launcher. The document is stored all the same.';

export const createTool = defineTool({
  name: 'handoff_create',
  title: 'Create a handoff document',
  description:
    'Write down where this session stands, for a fresh one to go on: six sections (Goal; Constraints & Preferences; Progress with Done, In Progress, Pending; Key Decisions; Critical Context; Next Steps), none empty ("- None identified."). Stored privately and unchanged for ever; the same name again is another document. Put no secret into it. With path instead of name it becomes a file of the workspace. If the answer has auto_switch_requested false, give the person ref and manual_resume and claim no switch.',
  annotations: annotationsOf('replaces'),
  input: z.strictObject({
    workspace: workspaceArgument,
    name: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'A label such as 2026-11-29-rotate-keys.md; no path. Stores privately, which is what is meant by default.',
      ),
    path: pathArgument
      .optional()
      .describe('Instead of name: writes a file of the workspace, only when the person asks for one.'),
    content: contentArgument.optional().describe('The whole document. Either this or state.'),
    state: stateArgument,
    overwrite: z.boolean().default(false).describe('With path: replace the file that is there.'),
    auto_switch: z.boolean().default(false).describe('Ask the launcher to start a fresh session from it.'),
  }),
  output: z.object({
    ref: z.string().nullable(),
    path: z.string().nullable(),
    project_id: z.string().nullable(),
    handoff_id: z.string().nullable(),
    name: z.string().nullable(),
    storage: z.enum(['central', 'workspace']),
    valid: z.literal(true),
    redacted_count: z.int(),
    bytes: z.int(),
    sha256: z.string().nullable(),
    auto_switch_requested: z.boolean(),
    auto_switch_error: z.string().nullable(),
    manual_resume: z.string(),
  }),
  async run(context, { workspace, name, path, content, state, overwrite, auto_switch }) {
    requireOne('handoff_create', { name, path });
    const store = await context.documents();
    const given = { ...(content === undefined ? {} : { content }), ...(state === undefined ? {} : { state }) };
    const switching = { auto_switch_requested: false, auto_switch_error: auto_switch ? NO_LAUNCHER : null };
    if (path !== undefined) {
      const written = writeHandoffFile(store, { workspace, path, overwrite, ...given });
      return { text: `Wrote ${written.path}.`, data: { ...fileData(workspace, written), ...switching } };
    }
    if (overwrite) throw OVERWRITE_CENTRAL;
    const created = await createHandoff(store, { workspace, name: name ?? '', ...given });
    const synced = await context.syncWritten(created);
    return {
      text: [
        `Stored ${created.name} as ${created.ref}.`,
        ...(synced === null ? [] : [`On the server: ${synced}.`]),
      ].join(' '),
      data: { ...centralData(workspace, created), ...switching },
    };
  },
});

const OVERWRITE_CENTRAL = new ToolRefusal(
  'INVALID_ARGUMENTS',
  'overwrite is not supported for central handoffs',
  'Leave overwrite out: the same name again is another document.',
);

const centralData = (workspace: string, created: Awaited<ReturnType<typeof createHandoff>>) => ({
  ref: created.ref,
  path: null,
  project_id: created.projectId,
  handoff_id: created.handoffId,
  name: created.name,
  storage: 'central' as const,
  valid: true as const,
  redacted_count: created.redactedCount,
  bytes: created.bytes,
  sha256: created.sha256,
  manual_resume: manualResume(workspace, { ref: created.ref }),
});

const fileData = (workspace: string, written: ReturnType<typeof writeHandoffFile>) => ({
  ref: null,
  path: written.path,
  project_id: null,
  handoff_id: null,
  name: null,
  storage: 'workspace' as const,
  valid: true as const,
  redacted_count: written.redactedCount,
  bytes: written.bytes,
  sha256: null,
  manual_resume: manualResume(workspace, { path: written.path }),
});
