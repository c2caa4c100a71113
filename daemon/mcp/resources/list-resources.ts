import type { ListResourcesResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { listHandoffs as listRecordHandoffs } from '#client/api/operations/handoffs/handoffs.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';
import { listHandoffs, StoreError } from '../../handoff-store/index.ts';
import type { McpContext } from '../mcp-context.ts';
import { shortText } from '../results/fit-items.ts';
import { ToolRefusal } from '../results/tool-refusal.ts';
import { PACKAGE_PREFIX } from './resource-templates.ts';

const PAGE = 50;
/** Packages that are listed: those of the session's own work, newest first. */
const MAX_PACKAGES = 20;

/**
 * The documents of the folder this server was started in, page by page, and on the first page the packages of the work
 * that the credential belongs to. Without a server there are documents alone.
 */
export async function listResources(context: McpContext, cursor: string | undefined): Promise<ListResourcesResult> {
  const workspace = context.env['CLAUDE_PROJECT_DIR'] ?? process.cwd();
  const begin = cursor === undefined ? {} : { cursor };
  try {
    const page = await listHandoffs(await context.documents(), { workspace, limit: PAGE, ...begin });
    const documents = page.items.map(({ ref, name, createdAt }): Resource => ({
      uri: ref,
      name,
      mimeType: 'text/markdown',
      description: `Handoff document of ${createdAt}`,
    }));
    const packages = cursor === undefined ? await packageResources(context) : [];
    const next = page.nextCursor === null ? {} : { nextCursor: page.nextCursor };
    return { resources: [...packages, ...documents], ...next };
  } catch (error) {
    if (error instanceof StoreError) throw new McpError(ErrorCode.InvalidParams, `${error.message} ${error.remedy}`);
    throw error;
  }
}

async function packageResources(context: McpContext): Promise<Resource[]> {
  try {
    const { connection, viewer } = await context.record();
    if (viewer.workItemId === null) return [];
    const { entries } = await listRecordHandoffs(connection, { id: viewer.workItemId }, MAX_PACKAGES);
    return entries
      .filter(({ packageHash }) => typeof packageHash === 'string')
      .map((handoff) => ({
        uri: `${PACKAGE_PREFIX}${handoff.id}`,
        name: `${handoff.workItem.key} v${handoff.packageVersion ?? 0} for ${shortText(handoff.targetRuntime, 100)}`,
        mimeType: 'text/markdown',
        description: shortText(handoff.purpose, 300),
      }));
  } catch (error) {
    if (error instanceof ToolRefusal || error instanceof ServerUnreachable) return [];
    throw error;
  }
}
