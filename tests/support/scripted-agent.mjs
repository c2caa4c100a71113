/** The agent of the scripted runtime: it does the steps that `agent.json` in its workspace lists, and says so in JSON. */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const steps = existsSync('agent.json') ? JSON.parse(readFileSync('agent.json', 'utf8')) : [];

appendFileSync('launches.log', `${process.env.KERNEL_LAUNCH_ID}\n`);
for (const [verb, value] of steps.map((step) => Object.entries(step)[0])) {
  if (verb === 'init') say({ type: 'init', session: randomUUID(), model: value });
  else if (verb === 'message') say({ type: 'message', text: value });
  else if (verb === 'raw') process.stdout.write(Buffer.from(value, 'base64'));
  else if (verb === 'long') process.stdout.write(`${JSON.stringify({ type: 'message', text: 'x'.repeat(value) })}\n`);
  else if (verb === 'write') writeFileSync(value.path, value.text);
  else if (verb === 'kernel') {
    const { status, stderr } = spawnSync('kernel', value, { encoding: 'utf8' });
    if (status !== 0) say({ type: 'message', text: `kernel failed: ${stderr}` });
  } else if (verb === 'env') writeFileSync('env.json', JSON.stringify(process.env));
  else if (verb === 'server') {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', ...value });
    appendFileSync('servers.log', `${child.pid}\n`);
    child.unref();
  } else if (verb === 'awaitFile')
    while (!existsSync(value)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  else if (verb === 'result') say({ type: 'result', ...value });
  else if (verb === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  else if (verb === 'exit') process.exit(value);
}
