import { type ClientContext, type McpServerStdio, methods } from '@agentclientprotocol/sdk';
import type { DrivePlan } from '../drive-plan.ts';
import { type Hello, sessionOpened } from './answers.ts';
import { ConversationEnd } from './conversation-end.ts';

export interface OpenedSession {
  readonly sessionId: string;
  readonly model: string | undefined;
}

/**
 * Opens a session in the workspace with our MCP server, which listens at `toolsAt`, or goes on with an earlier one in the way that the agent offers.
 * Throws ConversationEnd for an agent that offers none, and what the request throws.
 */
export async function openSession(
  agent: ClientContext,
  plan: DrivePlan,
  { agentCapabilities }: Hello,
  toolsAt: string,
): Promise<OpenedSession> {
  const place = { cwd: plan.workspace, mcpServers: [relayTo(toolsAt, plan.kernel)] };
  const { resume: sessionId, label } = plan;
  if (sessionId === null) return opened(await agent.request(methods.agent.session.new, place), undefined);
  const offersResume = (agentCapabilities?.sessionCapabilities?.resume ?? null) !== null;
  if (!offersResume && agentCapabilities?.loadSession !== true) {
    throw new ConversationEnd('CRASHED', `${label} cannot go on with an earlier session: start a new one.`);
  }
  const method = offersResume ? methods.agent.session.resume : methods.agent.session.load;
  return opened(await agent.request(method, { ...place, sessionId }), sessionId);
}

function opened(answer: unknown, known: string | undefined): OpenedSession {
  const { sessionId = known, configOptions } = sessionOpened.parse(answer ?? {});
  if (sessionId === undefined) throw new ConversationEnd('CRASHED', 'The agent opened a session without an id.');
  const model = configOptions?.find(({ category }) => category === 'model')?.currentValue;
  return { sessionId, model: typeof model === 'string' ? model : undefined };
}

/** What an agent starts for our MCP server; it holds nothing that is secret. */
function relayTo(path: string, [command = 'kernel', ...words]: readonly string[]): McpServerStdio {
  return { name: 'kernel', command, args: [...words, 'relay-mcp', path], env: [] };
}
