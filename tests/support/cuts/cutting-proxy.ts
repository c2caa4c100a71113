import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Of the connections that are cut, this part is cut while it still begins: amid request lines, handshakes and sign-ins. */
const EARLY_PART = 0.2;
const EARLY_BYTES = 700;

export interface CuttingProxyOptions {
  /** The servers behind it. Each connection goes to one of them at random, also to one that no longer lives. */
  readonly targets: readonly string[];
  readonly random: () => number;
  /** Most bytes, of both directions together, that a connection carries before it is cut. */
  readonly longestBytes: number;
}

/** A proxy that cuts every connection somewhere, in the middle of whatever it carries then. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Connections that were cut so far. */
  cuts(): number;
}

/** Listens on a free port of this machine. The same `random` cuts at the same bytes; which connection comes first it does not decide. */
export async function cuttingProxy({ targets, random, longestBytes }: CuttingProxyOptions): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const target = new URL(targets[Math.floor(random() * targets.length)] ?? '');
    const carried = random() < EARLY_PART ? EARLY_BYTES : longestBytes;
    const upstream = connect(Number(target.port), target.hostname);
    const budget = { bytes: 1 + Math.floor(random() * carried), isReset: random() < 0.5 };
    const cut = () => {
      cuts += 1;
      for (const socket of [client, upstream]) {
        if (budget.isReset) socket.resetAndDestroy();
        else socket.destroy();
      }
    };
    carry(client, upstream, budget, cut);
    carry(upstream, client, budget, cut);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Carries bytes one way until the budget of both ways is spent; what of a chunk is within it still arrives. */
function carry(from: Socket, to: Socket, budget: { bytes: number }, cut: () => void): void {
  from.setNoDelay(true);
  from.on('data', (chunk) => {
    if (budget.bytes <= 0) return;
    budget.bytes -= chunk.length;
    if (budget.bytes > 0) {
      if (to.write(chunk)) return;
      from.pause();
      to.once('drain', () => from.resume());
      return;
    }
    to.write(chunk.subarray(0, chunk.length + budget.bytes), cut);
  });
  from.on('end', () => to.end());
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}
