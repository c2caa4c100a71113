import type { Readable, Writable } from 'node:stream';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { connectMcpServer } from './create-mcp-server.ts';
import type { HandoffStore } from '../handoff-store/index.ts';
import type { McpContext, RecordAccess } from './mcp-context.ts';
import { ProcessTransport } from './protocol/process-transport.ts';
import { ToolRefusal } from './results/tool-refusal.ts';

/** The process the server runs in, and what its caller knows of the person's sign-in. */
export interface McpHost {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly version: string;
  /** The words that start this server, program first. */
  readonly command: readonly string[];
  /** Server and token from the environment or the stored credentials; asked when a tool first needs the record. */
  signIn(): Promise<{ readonly serverUrl: string; readonly token: string | undefined }>;
}

/**
 * Speaks MCP on standard input and output until the input ends and every request is answered. Resolves to whether it
 * ended that way: false when a line was too long to go on.
 */
export async function serveMcp(host: McpHost): Promise<boolean> {
  const transport = new ProcessTransport(host.stdin, host.stdout);
  const server = await connectMcpServer(createContext(host), transport);
  const ended = await transport.done();
  await server.close();
  return ended;
}

/** Opens the record and the store when a tool first asks, once. A sign-in that failed is tried anew by the next tool. */
export function createContext(host: Omit<McpHost, 'stdin' | 'stdout'>): McpContext {
  const { env, version, command } = host;
  let access: Promise<RecordAccess> | undefined;
  let store: Promise<HandoffStore> | undefined;
  const documents = () =>
    (store ??= import('../handoff-store/index.ts').then((module) => module.openHandoffStore({ env })));
  return {
    env,
    version,
    command,
    syncWritten: async (document) => {
      const { syncAfterWrite } = await import('../document-sync/sync-after-write.ts');
      const sender = { env, sourceClient: 'kernel mcp', signIn: () => host.signIn() };
      return syncAfterWrite({ ...document, ...sender, store: await documents() });
    },
    record: () =>
      (access ??= openRecord(host).catch((error: unknown) => {
        access = undefined;
        throw error;
      })),
    documents,
  };
}

async function openRecord({ signIn, env }: Pick<McpHost, 'signIn' | 'env'>): Promise<RecordAccess> {
  const { serverUrl, token } = await signIn();
  if (token === undefined) {
    throw new ToolRefusal(
      'NO_SERVER_CONFIGURED',
      `Nothing was recorded: this process has no credential for a Kernel server (it would ask ${serverUrl}).`,
      'Go on with the work; the handoff_* document tools need no server. Tell the person once: sign in with kernel login, or set KERNEL_SERVER_URL and KERNEL_SESSION_TOKEN for this MCP server.',
    );
  }
  const [{ Connection }, { fetchViewer }] = await Promise.all([
    import('#client/api/connection.ts'),
    import('#client/api/operations/organisation/viewer.ts'),
  ]);
  const connection = new Connection({ serverUrl, token, secretValues: secretValuesOf(env) });
  return { connection, viewer: await fetchViewer(connection) };
}
