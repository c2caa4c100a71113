import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { fetchPackage } from '#client/api/operations/handoffs/packages.ts';
import { Refused } from '#client/api/refused.ts';
import { readHandoff, StoreError } from '../../handoff-store/index.ts';
import type { McpContext } from '../mcp-context.ts';
import { DATA_NOTICE, fenced } from '../results/fence.ts';
import { MAX_RESULT_BYTES } from '../results/result-limits.ts';
import { sliceText } from '../results/slice-text.ts';
import { ToolRefusal } from '../results/tool-refusal.ts';
import { PACKAGE_PREFIX } from './resource-templates.ts';

const RESOURCE_NOT_FOUND = -32002;

/** A text that is read, who wrote it, and how the rest of a long one is read. */
interface Found {
  readonly text: string;
  readonly by: string;
  readonly what: string;
  readonly more: string;
}

/** One document or package between marks. Throws McpError: resource not found, or the reason it cannot be read. */
export async function readResource(context: McpContext, uri: string): Promise<ReadResourceResult> {
  const { text, by, what, more } = await find(context, uri);
  const slice = sliceText(text, 0, MAX_RESULT_BYTES);
  const rest = slice.nextOffset === null ? '' : `\n[the rest: ${more}]`;
  const shown = `${DATA_NOTICE}\n${fenced(slice.text, { what, by })}${rest}`;
  return { contents: [{ uri, mimeType: 'text/markdown', text: shown }] };
}

async function find(context: McpContext, uri: string): Promise<Found> {
  try {
    if (uri.startsWith('handoff://')) return await findDocument(context, uri);
    if (uri.startsWith(PACKAGE_PREFIX)) return await findPackage(context, uri.slice(PACKAGE_PREFIX.length));
  } catch (error) {
    throw protocolError(error, uri);
  }
  throw new McpError(RESOURCE_NOT_FOUND, 'unknown resource URI', { uri });
}

/** As handoff_read without a scope: a document of the project that this server was started in, and of no other. */
async function findDocument(context: McpContext, ref: string): Promise<Found> {
  const workspace = context.env['CLAUDE_PROJECT_DIR'] ?? process.cwd();
  const document = await readHandoff(await context.documents(), { workspace, ref });
  return {
    text: document.content,
    by: `another session (${document.name}, ${document.createdAt})`,
    what: 'handoff document',
    more: 'call handoff_read with this ref and an offset',
  };
}

async function findPackage(context: McpContext, handoffId: string): Promise<Found> {
  const { connection } = await context.record();
  const handoff = await fetchPackage(connection, handoffId, null);
  if (!handoff.package) throw new Refused('NOT_FOUND', 'This handoff has no package yet.');
  return {
    text: handoff.package.markdown,
    by: `Kernel, from the record of ${handoff.workItem.key}`,
    what: `handoff package v${handoff.package.version} ${handoff.package.hash}`,
    more: `run kernel handoff show ${handoffId}`,
  };
}

function protocolError(error: unknown, uri: string): unknown {
  if (error instanceof ToolRefusal || error instanceof StoreError) {
    const code = error.code === 'NOT_FOUND' ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams;
    return new McpError(code, `${error.message} ${error.remedy}`, { uri });
  }
  if (error instanceof Refused) {
    const code = error.code === 'NOT_FOUND' ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams;
    return new McpError(code, error.message, { uri });
  }
  return error;
}
