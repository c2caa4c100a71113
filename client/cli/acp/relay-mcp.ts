import { connect } from 'node:net';

/** Carries standard input and output to and from the MCP server that listens at `path`, until both have ended. */
export async function relayMcp(path: string): Promise<void> {
  const socket = connect({ path, allowHalfOpen: true });
  const closed = new Promise<void>((resolve, reject) => socket.once('close', resolve).once('error', reject));
  process.stdin.pipe(socket).pipe(process.stdout);
  await closed;
}
