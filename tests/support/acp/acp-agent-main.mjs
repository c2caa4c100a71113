/**
 * An agent of the Agent Client Protocol that does what `orders.json` in the folder of its session says, step by step. It
 * notes the turn it is given in `starts.ndjson`, and the answers to its requests for permission in `answers.ndjson`.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setInterval } from 'node:timers';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';

const [mode] = process.argv.slice(2);
const { KERNEL_SESSION_ID, KERNEL_LAUNCH_ID, KERNEL_SESSION_TOKEN, AGENT_KEY, AGENT_MODE } = process.env;
let opened = { cwd: process.cwd(), mcpServers: [] };
let cancelled = () => undefined;
const cancelling = new Promise((resolve) => (cancelled = resolve));

const orders = () => JSON.parse(readFileSync(join(opened.cwd, 'orders.json'), 'utf8'));
const note = (file, line) => appendFileSync(join(opened.cwd, file), `${JSON.stringify(line)}\n`);

function untilThere(file) {
  const path = join(opened.cwd, file);
  return new Promise((resolve) => {
    const look = () => {
      if (!existsSync(path)) return;
      watcher.close();
      resolve(undefined);
    };
    const watcher = watch(opened.cwd, look);
    look();
  });
}

/** What is no message. The next message may only follow once this has left: the stream of messages drops it else. */
const print = (noise) => new Promise((resolve) => process.stdout.write(noise, () => resolve(undefined)));

let calls = 0;
const newCall = (about) => ({ toolCallId: `call-${(calls += 1)}`, ...about });

const acts = {
  say: ({ update }, words) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } }),
  tool: async ({ update }, about) => {
    const call = newCall({ title: 'a tool', ...about });
    await update({ sessionUpdate: 'tool_call', status: 'in_progress', ...call });
    await update({ sessionUpdate: 'tool_call_update', toolCallId: call.toolCallId, status: 'completed' });
  },
  ask: async ({ client, sessionId }, about) => {
    const options = [
      { optionId: 'always', name: 'Allow always', kind: 'allow_always' },
      { optionId: 'once', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ];
    const toolCall = newCall({ title: 'a tool', ...about });
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall,
      options,
    });
    note('answers.ndjson', { title: toolCall.title, answer: outcome.optionId ?? outcome.outcome });
  },
  cost: ({ update }, amount) =>
    update({ sessionUpdate: 'usage_update', used: 1_000, size: 200_000, cost: { amount, currency: 'USD' } }),
  write: (_, [file, content]) => writeFileSync(join(opened.cwd, file), content),
  print: (_, noise) => print(noise),
  printLong: (_, bytes) => print(`${'x'.repeat(bytes)}\n`),
  complain: (_, words) => process.stderr.write(words),
  exit: (_, code) => process.exit(code),
  closeOutput: () =>
    new Promise(() => {
      setInterval(() => undefined, 1e6);
      closeSync(1);
    }),
  fail: (_, { code, message, data }) => {
    throw new RequestError(code, message, data);
  },
  leaveBehind: (_, file) => {
    const script = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => undefined, 1e6);`;
    spawn(process.execPath, ['-e', script], { cwd: opened.cwd, stdio: 'ignore' }).unref();
    return untilThere(file);
  },
  waitFor: (_, file) => untilThere(file),
  untilCancelled: () => cancelling.then(() => note('answers.ndjson', { title: 'cancelled' })),
  callTool: async (_, name) => {
    const [{ command, args }] = opened.mcpServers;
    const server = spawn(command, args, { env: { PATH: process.env.PATH }, stdio: ['pipe', 'pipe', 'inherit'] });
    const clientInfo = { name: 'scripted', version: '1' };
    const messages = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name, arguments: {} } },
    ];
    server.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    const lines = (await text(server.stdout)).trim().split('\n');
    note('answers.ndjson', { title: name, answer: JSON.parse(lines.at(-1)).result });
  },
  readFile: async ({ client, sessionId }, path) => {
    const said = await client.request(methods.client.fs.readTextFile, { sessionId, path }).catch((error) => error);
    note('answers.ndjson', { title: 'readFile', answer: said.code ?? 'read' });
  },
};

async function takeTurn({ params: { sessionId, prompt }, client }) {
  const { cwd, mcpServers } = opened;
  const start = { pid: process.pid, prompt: prompt[0].text, sessionId: KERNEL_SESSION_ID, launchId: KERNEL_LAUNCH_ID };
  const surroundings = { cwd, mcpServers, key: AGENT_KEY, mode: AGENT_MODE, database: process.env.DATABASE_URL };
  note('starts.ndjson', { ...start, credential: KERNEL_SESSION_TOKEN, ...surroundings });
  const update = (what) => client.notify(methods.client.session.update, { sessionId, update: what });
  let end = { stopReason: 'end_turn' };
  for (const step of orders()) {
    for (const [act, argument] of Object.entries(step)) {
      if (act === 'end') end = argument;
      else if (act !== 'signedOut') await acts[act]({ update, client, sessionId }, argument);
    }
  }
  return end;
}

if (mode === 'mute') setInterval(() => undefined, 1e6);
else
  agent({ name: 'scripted' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: mode === 'future' ? PROTOCOL_VERSION + 1 : PROTOCOL_VERSION,
      agentInfo: { name: 'scripted', version: '4.5.6' },
      agentCapabilities: { loadSession: mode === 'loads' },
      authMethods: [{ id: 'key', name: 'API key' }],
    }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      opened = params;
      if (orders()[0]?.signedOut === true) throw RequestError.authRequired();
      const model = {
        id: 'model',
        name: 'Model',
        category: 'model',
        type: 'select',
        currentValue: 'scripted-1',
        options: [],
      };
      return { sessionId: 'run-1', configOptions: [model] };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      opened = params;
      const content = { type: 'text', text: 'said in an earlier session' };
      const update = { sessionUpdate: 'agent_message_chunk', content };
      await client.notify(methods.client.session.update, { sessionId: params.sessionId, update });
      return {};
    })
    .onNotification(methods.agent.session.cancel, () => cancelled())
    .onRequest(methods.agent.session.prompt, takeTurn)
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
