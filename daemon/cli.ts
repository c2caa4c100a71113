import type { WrittenDocument } from './document-sync/sync-after-write.ts';
import type { McpHost } from './mcp/serve-mcp.ts';
import type { DriverHost } from './runtimes/acp/driver/drive.ts';
import type { SkillClient } from './mcp/skill/migrate-mode.ts';
import type { SkillMode } from './mcp/skill/skill-text.ts';

/** `kernel mcp`: see mcp/serve-mcp.ts. What a command does not need is not loaded. */
export const serveMcp = async (host: McpHost): Promise<boolean> => (await import('./mcp/serve-mcp.ts')).serveMcp(host);

/** `kernel skill show`: the skill of a client, or one mode of it. */
export async function skillText(client: SkillClient, mode: SkillMode | undefined): Promise<string> {
  const skill = await import('./mcp/skill/skill-text.ts');
  return mode === undefined ? skill.skillText(client) : skill.skillMode(mode, client);
}

/** `kernel doc`: all that can be done with the documents of this machine. */
export const loadHandoffStore = async () => import('./handoff-store/index.ts');

/** `kernel drive-acp <plan>`: what the daemon starts for a session of an agent of the Agent Client Protocol. */
export const driveAcp = async (planPath: string, host: DriverHost): Promise<boolean> =>
  (await import('./runtimes/acp/driver/drive.ts')).driveAgent(planPath, host);

/** `kernel doc sync`: the way from this machine's documents to the server that a person chose for them. */
export const loadDocumentSync = async () => import('./document-sync/index.ts');

/** What `kernel doc create` and `import` do after they stored a document: see document-sync/sync-after-write.ts. */
export const syncAfterWrite = async (written: WrittenDocument): Promise<string | null> =>
  (await import('./document-sync/sync-after-write.ts')).syncAfterWrite(written);

/** `kernel session workspace --git`, `kernel handoff accept`: a checkout, looked at as a session's workspace is. */
export const loadCheckout = async () => import('./sessions/workspace/checkout.ts');
