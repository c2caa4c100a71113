import { type ClientContext, type McpServerStdio, methods } from '@agentclientprotocol/sdk';
import type { DrivePlan } from '../drive-plan.ts';
import { type Hello, sessionOpened } from './answers.ts';
import { ConversationEnd } from './conversation-end.ts';

/** What the MCP server needs of our environment: agents hand on none of it by themselves, or not all. */
const RECORDING = ['KERNEL_SERVER_URL', 'KERNEL_SESSION_TOKEN', 'KERNEL_SESSION_ID', 'KERNEL_WORK_ITEM_ID'];

export interface OpenedSession {
  readonly sessionId: string;
  readonly model: string | undefined;
}

/**
 * Opens a session in the workspace with our MCP server, or goes on with an earlier one in the way that the agent offers.
 * Throws ConversationEnd for an agent that offers none, and what the request throws.
 */
export async function openSession(
  agent: ClientContext,
  plan: DrivePlan,
  { agentCapabilities }: Hello,
  env: NodeJS.ProcessEnv,
): Promise<OpenedSession> {
  const place = { cwd: plan.workspace, mcpServers: [ourServer(plan.kernel, env)] };
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

function ourServer(kernel: readonly string[], env: NodeJS.ProcessEnv): McpServerStdio {
  const [command = 'kernel', ...words] = kernel;
  const given = RECORDING.flatMap((name) => (env[name] === undefined ? [] : [{ name, value: env[name] }]));
  return { name: 'kernel', command, args: [...words, 'mcp'], env: given };
}
