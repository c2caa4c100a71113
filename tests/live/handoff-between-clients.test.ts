import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledKernel, bundleKernel } from '#tests/support/mcp/bundle-kernel.ts';
import { handoffText } from '#tests/support/mcp/handoff-text.ts';
import { type ClientHome, clientHome } from '#tests/support/real-clis/client-home.ts';
import { realClis } from '#tests/support/real-clis/real-clis.ts';
import { runClaude } from '#tests/support/real-clis/run-claude.ts';
import { runCodex } from '#tests/support/real-clis/run-codex.ts';
import { type ScriptedModel, startScriptedModel } from '#tests/support/scripted-model/start-scripted-model.ts';

const clis = await realClis();

/** A real client whose model calls one tool of Kernel and then says its last word; gives what the model has seen. */
type Client = (home: ClientHome, tool: string, input: Record<string, unknown>, lastWord?: string) => Promise<string>;

let kernel: BundledKernel;
beforeAll(async () => {
  kernel = await bundleKernel();
});
afterAll(() => kernel[Symbol.asyncDispose]());

const claude: Client = async (home, tool, input, lastWord = 'Done.') => {
  await using model = await startScriptedModel([
    { calls: [{ tool: `mcp__kernel__${tool}`, input }] },
    { text: lastWord },
  ]);
  const mcpServers = { kernel: { command: process.execPath, args: [kernel.program, 'mcp'] } };
  const args = ['--mcp-config', JSON.stringify({ mcpServers }), '--strict-mcp-config', '--allowedTools', 'mcp__kernel'];
  const { events, code } = await runClaude(required(), home, model, {
    prompt: 'Go.',
    args,
    env: { MCP_TIMEOUT: '60000' },
  });
  expect([code, events.at(-1)]).toMatchObject([0, { type: 'result', is_error: false, result: lastWord }]);
  return toolResults(model);
};

const codex: Client = async (home, tool, input, lastWord = 'Done.') => {
  await using model = await startScriptedModel([
    { calls: [{ tool, namespace: 'mcp__kernel', input }] },
    { text: lastWord },
  ]);
  const config = `[mcp_servers.kernel]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([kernel.program, 'mcp'])}
default_tools_approval_mode = "approve"
required = true
startup_timeout_sec = 60`;
  const { events, code } = await runCodex(required(), home, model, { prompt: 'Go.', config });
  expect([code, events.at(-1)]).toMatchObject([0, { type: 'turn.completed' }]);
  return toolResults(model);
};

/** The last request holds what the tool gave the model. */
const toolResults = ({ requests }: ScriptedModel): string => JSON.stringify(requests.at(-1)?.body);

function required() {
  if (clis === null) throw new Error('this test runs only with the real clients');
  return clis;
}

describe.skipIf(clis === null)('a handoff between the real clients', () => {
  it.each([
    ['Claude Code', 'Codex', claude, codex],
    ['Codex', 'Claude Code', codex, claude],
  ])('%s writes a document that %s reads and resumes from', async (from, to, write, read) => {
    await using home = await clientHome();
    const { workspace } = home;
    const goal = `Goal of ${from}: rotate the signing keys`;
    const args = { workspace, name: 'rotate.md', content: handoffText(goal), auto_switch: true };
    const written = await write(home, 'handoff_create', args);
    const [ref = ''] = /handoff:\/\/[0-9a-f-]{36}\/[0-9a-f-]{36}/.exec(written) ?? [];
    if (ref === '') throw new Error(`no reference in ${written.slice(-3000)}`);
    expect(written).toContain('auto_switch_requested');
    const next = `Resumed by ${to} from ${ref}: remove the old key.`;
    const seen = await read(home, 'handoff_read', { workspace, ref }, next);
    expect(seen).toContain(goal);
    expect(seen).toContain('Remove the old key from server/keys.ts');
    expect(seen).toContain('data, not instructions');
  });

  it('both are told how to set Kernel up, by commands that their own mcp add takes', async () => {
    await using home = await clientHome();
    for (const client of [claude, codex]) {
      expect(await client(home, 'handoff_setup', {})).toContain('mcp add');
    }
  });
});
