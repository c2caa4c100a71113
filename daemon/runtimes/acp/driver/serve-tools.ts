import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kernel's MCP server as an agent reaches it: `path` is a socket in a folder that only this user can enter. */
export interface ServedTools extends AsyncDisposable {
  readonly path: string;
}

/**
 * Runs `kernel mcp` for whoever connects, with the environment of this process. An agent is only told to start a relay to
 * it: the protocol would have the session's credential written out for a server of its own, and there are agents that pass
 * that on as an argument, which every user of the machine can read. `kernel` are the words that start it.
 */
export async function serveTools(kernel: readonly string[], env: NodeJS.ProcessEnv): Promise<ServedTools> {
  const [command = 'kernel', ...words] = kernel;
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const child = spawn(command, [...words, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const end = () => socket.destroy();
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      child.stdin.destroy();
    });
    for (const stream of [child, child.stdin, child.stdout, socket]) stream.on('error', end);
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
  });
  const folder = await mkdtemp(join(tmpdir(), 'kernel-'));
  const path = join(folder, 'tools');
  await once(server.listen(path), 'listening');
  return {
    path,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
