import { z } from 'zod';
import { createHandoff } from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { workspaceArgument } from './document-arguments.ts';
import { manualResume } from './manual-resume.ts';
import { stateArgument } from './state-argument.ts';

/** Why no client is replaced: what starts fresh sessions is not part of this version. */
const NO_LAUNCHER =
  'automatic session switching is unavailable: this client was not started by the managed launcher. The document is stored all the same.';

export const createTool = defineTool({
  name: 'handoff_create',
  title: 'Create a handoff document',
  description:
    'Write down where this session stands, for a fresh one to go on: six sections (Goal; Constraints & Preferences; Progress with Done, In Progress, Pending; Key Decisions; Critical Context; Next Steps), none empty ("- None identified."). Stored privately and unchanged for ever; the same name again is another document. Put no secret into it. If the answer has auto_switch_requested false, give the person ref and manual_resume and claim no switch.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    workspace: workspaceArgument,
    name: z.string().min(1).max(200).describe('A label such as 2026-11-29-rotate-keys.md; no path.'),
    content: z.string().max(4_000_000).optional().describe('The whole document. Either this or state.'),
    state: stateArgument,
    auto_switch: z.boolean().default(false).describe('Ask the launcher to start a fresh session from it.'),
  }),
  output: z.object({
    ref: z.string(),
    project_id: z.string(),
    handoff_id: z.string(),
    name: z.string(),
    storage: z.literal('central'),
    valid: z.literal(true),
    redacted_count: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    auto_switch_requested: z.boolean(),
    auto_switch_error: z.string().nullable(),
    manual_resume: z.string(),
  }),
  async run(context, { workspace, name, content, state, auto_switch }) {
    const store = await context.documents();
    const given = { ...(content === undefined ? {} : { content }), ...(state === undefined ? {} : { state }) };
    const created = await createHandoff(store, { workspace, name, ...given });
    return {
      text: `Stored ${created.name} as ${created.ref}.`,
      data: {
        ref: created.ref,
        project_id: created.projectId,
        handoff_id: created.handoffId,
        name: created.name,
        storage: 'central' as const,
        valid: true as const,
        redacted_count: created.redactedCount,
        bytes: created.bytes,
        sha256: created.sha256,
        auto_switch_requested: false,
        auto_switch_error: auto_switch ? NO_LAUNCHER : null,
        manual_resume: manualResume(workspace, { ref: created.ref }),
      },
    };
  },
});
