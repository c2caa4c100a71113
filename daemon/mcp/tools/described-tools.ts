import type { Tool as DescribedTool } from '@modelcontextprotocol/sdk/types.js';
import { allTools } from './all-tools.ts';
import { describeTool } from './describe-tool.ts';

/**
 * Every tool as tools/list tells it. A build puts the finished list in the place of this module (rolldown.config.ts): a
 * client asks for it at each start, and would otherwise wait until every tool, the store and the API were read.
 */
export const describedTools: readonly DescribedTool[] = allTools.map(describeTool);
