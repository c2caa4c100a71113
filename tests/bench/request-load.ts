import { Agent, request } from 'node:http';

/** What one round of load is told: where to send what, for how long, over how many connections at once. */
export interface RequestLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly durationMs: number;
}

/** Runs in a process of its own, so that making the load does not share a thread with the server that is measured. */
async function run(load: RequestLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const end = performance.now() + load.durationMs;
  let answered = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      await send(load, agent);
      answered += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: load.connections }, connection));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return answered / seconds;
}

function send(load: RequestLoad, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ...load.headers, 'content-length': Buffer.byteLength(load.body) };
    const sent = request(load.url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200 && !text.includes('"errors"')) resolve();
        else reject(new Error(`${load.url} answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    sent.once('error', reject);
    sent.end(load.body);
  });
}

process.once('message', (load: RequestLoad) => {
  void run(load).then((perSecond) => process.send?.(perSecond, () => process.disconnect()));
});
