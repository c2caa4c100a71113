import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { connectMcpServer } from '#daemon/mcp/create-mcp-server.ts';
import { createContext } from '#daemon/mcp/serve-mcp.ts';

/** What a tool answered: its data, or the text of its failure. */
export interface ToolOutcome {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
  readonly raw: CallToolResult;
}

/** The server in this process with a client of the SDK, which checks every answer against the tool's output schema. */
export interface McpScene extends AsyncDisposable {
  readonly client: Client;
  readonly workspace: string;
  /** Home of the documents and the catalog. */
  readonly home: string;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolOutcome>;
}

/** `signIn` is the server and token of the record; none unless given. */
export async function mcpScene(
  signIn: { readonly serverUrl: string; readonly token: string | undefined } = {
    serverUrl: 'http://127.0.0.1:9',
    token: undefined,
  },
): Promise<McpScene> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'kernel-mcp-')));
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
  for (const folder of [home, workspace]) await mkdir(folder, { mode: 0o700 });
  const env = { HOME: home, PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: workspace };
  const context = createContext({
    env,
    version: '0.0.0',
    command: ['/usr/bin/node', '/opt/kernel/it’s here/kernel.js', 'mcp'],
    signIn: () => Promise.resolve(signIn),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = await connectMcpServer(context, ours);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(theirs);
  await client.listTools();
  return {
    client,
    workspace,
    home,
    async call(name, args = {}) {
      const raw = (await client.callTool({ name, arguments: args })) as CallToolResult;
      const text = raw.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { data: raw.structuredContent ?? {}, text, isError: raw.isError === true, raw };
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
      await rm(root, { recursive: true });
    },
  };
}
