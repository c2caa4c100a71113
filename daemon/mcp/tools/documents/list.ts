import { z } from 'zod';
import { listHandoffs } from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { cursorArgument, limitArgument, scopeArgument, workspaceArgument } from './document-arguments.ts';
import { fitPage } from './fit-page.ts';

export const listTool = defineTool({
  name: 'handoff_list',
  title: 'List handoff documents',
  description:
    'List the handoffs of this workspace’s project, newest first, or of all projects. A page may hold fewer than limit so that it fits; repeat with cursor = next_cursor until it is null.',
  annotations: annotationsOf('reads'),
  input: z.strictObject({
    workspace: workspaceArgument,
    scope: scopeArgument,
    limit: limitArgument,
    cursor: cursorArgument,
  }),
  output: z.object({
    items: z.array(
      z.object({
        ref: z.string(),
        project_id: z.string(),
        handoff_id: z.string(),
        name: z.string(),
        created_at: z.string(),
      }),
    ),
    count: z.int(),
    total_count: z.int().nullable(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    skipped_count: z.int(),
    scan_truncated: z.boolean(),
  }),
  async run(context, { workspace, scope, limit, cursor }) {
    const store = await context.documents();
    const begin = cursor === undefined ? {} : { cursor };
    const page = await fitPage(limit, (size) => listHandoffs(store, { workspace, scope, limit: size, ...begin }));
    return {
      text: `${page.items.length} handoffs.${page.nextCursor === null ? '' : ' There are more.'}`,
      data: {
        items: page.items.map((item) => ({
          ref: item.ref,
          project_id: item.projectId,
          handoff_id: item.handoffId,
          name: item.name,
          created_at: item.createdAt,
        })),
        count: page.items.length,
        total_count: page.totalCount,
        has_more: page.nextCursor !== null,
        next_cursor: page.nextCursor,
        skipped_count: page.skippedCount,
        scan_truncated: page.scanTruncated,
      },
    };
  },
});
