import { EventEmitter } from 'node:events';
import type { WebSocket as ProtocolSocket } from 'graphql-ws';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { SocketConnection } from '#server/http/realtime/socket-connection.ts';
import { createLogger } from '#server/logger.ts';

/** A socket whose network takes nothing until it is told to. */
class StuckSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly protocol = 'graphql-transport-ws';
  readonly #unsent: { readonly bytes: number; readonly onSent: () => void }[] = [];

  get bufferedAmount(): number {
    return this.#unsent.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  send(text: string, onSent: () => void): void {
    this.#unsent.push({ bytes: text.length, onSent });
  }

  takeOne(): void {
    this.#unsent.shift()?.onSent();
  }
}

it('a result that waits behind a large answer is sent once that is, whoever sent it', () => {
  const socket = new StuckSocket();
  let graphql: ProtocolSocket | undefined;
  const server = {
    opened: (opened: ProtocolSocket) => {
      graphql = opened;
      return () => Promise.resolve();
    },
  };
  const log = createLogger({ logLevel: 'fatal' });
  const connection = new SocketConnection(socket as unknown as WebSocket, server, log, undefined);
  void graphql?.send('x'.repeat(1_000_000));
  expect(connection.hasRoom).toBe(false);
  let wasTold = false;
  connection.whenRoom({ resume: () => (wasTold = true) });
  socket.takeOne();
  expect(wasTold).toBe(true);
});
