/**
 * The coding agent of the daemon's tests: does what `orders.json` in its folder says, step by step, and notes each start
 * in `starts.ndjson`, so that a test can count processes. Its lines on the standard output are those of the scripted runtime.
 */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

const prompt = process.argv[process.argv.indexOf('--prompt') + 1];
const { KERNEL_SESSION_ID, KERNEL_LAUNCH_ID, KERNEL_SESSION_TOKEN } = process.env;
const at = performance.timeOrigin + performance.now();
const words = process.argv.slice(2);
const start = { at, pid: process.pid, prompt, words, sessionId: KERNEL_SESSION_ID, launchId: KERNEL_LAUNCH_ID };
appendFileSync('starts.ndjson', `${JSON.stringify({ ...start, credential: KERNEL_SESSION_TOKEN })}\n`);

/** What the daemon puts on the PATH of a session. */
const ON_PATH = 'kernel';

/** A process that lives until it is killed. `isDeaf` ignores a friendly signal, `isAlone` leaves the group. */
function leaveBehind({ isDeaf, isAlone, note }) {
  const deaf = isDeaf ? "for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => undefined);" : '';
  const told = `require('node:fs').writeFileSync(${JSON.stringify(note)}, String(process.pid));`;
  const script = `${deaf} setInterval(() => undefined, 1e6); ${told}`;
  spawn(process.execPath, ['-e', script], { stdio: 'ignore', detached: isAlone === true }).unref();
  return untilThere(note);
}

function untilThere(file) {
  if (existsSync(file)) return undefined;
  return new Promise((resolve) => {
    const watcher = watch('.', () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve(undefined);
    });
    if (existsSync(file)) watcher.emit('change');
  });
}

const acts = {
  say: (line) => process.stdout.write(`${JSON.stringify(line)}\n`),
  print: (text) => process.stdout.write(text),
  printBytes: (hex) => process.stdout.write(Buffer.from(hex, 'hex')),
  printOften: ([text, times]) => process.stdout.write(text.repeat(times)),
  closeOutput: () => closeSync(1),
  complain: (text) => process.stderr.write(text),
  write: ([file, text]) => writeFileSync(file, text),
  ignoreTerm: () => process.on('SIGTERM', () => undefined),
  leaveBehind,
  waitFor: untilThere,
  hang: () => new Promise(() => setInterval(() => undefined, 1e6)),
  kernel: (words) => {
    const { status, stderr } = spawnSync(ON_PATH, words, { encoding: 'utf8' });
    appendFileSync('kernel.log', `${words.join(' ')}: ${status} ${stderr}\n`);
  },
  exit: (code) => process.exit(code),
};

for (const step of JSON.parse(readFileSync('orders.json', 'utf8'))) {
  for (const [act, argument] of Object.entries(step)) await acts[act](argument);
}
