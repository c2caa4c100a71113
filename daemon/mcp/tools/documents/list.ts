import { z } from 'zod';
import { type HandoffStore, listHandoffFiles, listHandoffs } from '../../../handoff-store/index.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import {
  cursorArgument,
  directoryArgument,
  limitArgument,
  offsetArgument,
  refuseOthers,
  scopeArgument,
  storageArgument,
  workspaceArgument,
} from './document-arguments.ts';
import { fitPage } from './answers/fit-page.ts';
import { toldSkipped } from './answers/told-skipped.ts';

export const listTool = defineTool({
  name: 'handoff_list',
  title: 'List handoff documents',
  description:
    'List the handoffs of this workspace’s project, newest first, or of all projects; with storage workspace the Markdown files under handoffs/. A page may hold fewer than limit so that it fits; repeat with cursor = next_cursor (offset = next_offset for files) until it is null.',
  annotations: annotationsOf('reads'),
  input: z.strictObject({
    workspace: workspaceArgument,
    storage: storageArgument,
    scope: scopeArgument,
    directory: directoryArgument,
    limit: limitArgument,
    offset: offsetArgument,
    cursor: cursorArgument,
  }),
  output: z.object({
    items: z.array(
      z.object({
        ref: z.string().nullable(),
        path: z.string().nullable(),
        project_id: z.string().nullable(),
        handoff_id: z.string().nullable(),
        name: z.string().nullable(),
        created_at: z.string().nullable(),
      }),
    ),
    count: z.int(),
    total_count: z.int().nullable(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    next_offset: z.int().nullable(),
    skipped_count: z.int(),
    skipped: z.array(z.string()),
    scan_truncated: z.boolean(),
  }),
  async run(context, { workspace, storage, scope, directory, limit, offset, cursor }) {
    const store = await context.documents();
    if (storage === 'central') {
      refuseOthers(storage, { directory, offset: offset === 0 ? undefined : offset });
      return listRecords(store, { workspace, scope, limit, ...(cursor === undefined ? {} : { cursor }) });
    }
    refuseOthers(storage, { cursor });
    return listFiles({ workspace, limit, offset: offset ?? 0, ...(directory === undefined ? {} : { directory }) });
  },
});

async function listRecords(store: HandoffStore, input: Parameters<typeof listHandoffs>[1] & { limit: number }) {
  const page = await fitPage(input.limit, (limit) => listHandoffs(store, { ...input, limit }));
  return {
    text: `${page.items.length} handoffs.${page.nextCursor === null ? '' : ' There are more.'}${toldSkipped(page.skippedCount)}`,
    data: {
      items: page.items.map((item) => ({
        ref: item.ref,
        path: null,
        project_id: item.projectId,
        handoff_id: item.handoffId,
        name: item.name,
        created_at: item.createdAt,
      })),
      count: page.items.length,
      total_count: page.totalCount,
      has_more: page.nextCursor !== null,
      next_cursor: page.nextCursor,
      next_offset: null,
      skipped_count: page.skippedCount,
      skipped: [...page.skipped],
      scan_truncated: page.scanTruncated,
    },
  };
}

async function listFiles(input: Parameters<typeof listHandoffFiles>[0] & { limit: number }) {
  const page = await fitPage(input.limit, async (limit) => listHandoffFiles({ ...input, limit }));
  const nothing = { ref: null, project_id: null, handoff_id: null, name: null, created_at: null };
  return {
    text: `${page.items.length} files.${page.hasMore ? ' There are more.' : ''}`,
    data: {
      items: page.items.map(({ path }) => ({ ...nothing, path })),
      count: page.items.length,
      total_count: page.totalCount,
      has_more: page.hasMore,
      next_cursor: null,
      next_offset: page.nextOffset,
      skipped_count: 0,
      skipped: [],
      scan_truncated: false,
    },
  };
}
