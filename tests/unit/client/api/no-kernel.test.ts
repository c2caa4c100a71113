import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Connection } from '#client/api/connection.ts';
import { fetchViewer } from '#client/api/operations/organisation/viewer.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';

it('says that what answers at an address is no Kernel server', async () => {
  const other = createServer((_request, response) => response.end('EXC Syntax')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const serverUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const asked = fetchViewer(new Connection({ serverUrl, token: 'any', retryDelaysMs: [] }));
    await expect(asked).rejects.toBeInstanceOf(ServerUnreachable);
    await expect(asked).rejects.toThrow(`at ${serverUrl}: what answers there is no Kernel server.`);
  } finally {
    other.close();
  }
});
