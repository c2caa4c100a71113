import type { Host } from './host.ts';

const host: Host = {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
};

/** A reader that has seen enough, as `head` has, ends the program without a word. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });
}

/** A coding agent waits for `kernel mcp` at each of its starts: without options it skips the command line altogether. */
const isBareMcp = process.argv.length === 3 && process.argv[2] === 'mcp';

/** No commands of people: the daemon starts the one for a session, and the agent in that session the other. */
const [, , word, path, ...more] = process.argv;
const isOneOf = path !== undefined && more.length === 0;

if (isBareMcp) await (await import('./serve-mcp.ts')).serveMcp(host, undefined);
else if (word === 'drive-acp' && isOneOf) await (await import('./acp/drive-acp.ts')).driveAcp(host, path);
else if (word === 'relay-mcp' && isOneOf) await (await import('./acp/relay-mcp.ts')).relayMcp(path);
else await (await import('./run-program.ts')).runProgram(host, process.argv);
