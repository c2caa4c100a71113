import { setImmediate } from 'node:timers/promises';
import type { RawData, WebSocket as WsSocket } from 'ws';
import type { Server, WebSocket as ProtocolSocket } from 'graphql-ws';
import type { Actor } from '#server/auth/actor.ts';
import type { Logger } from '#server/logger.ts';
import { asRefusal } from '../as-refusal.ts';
import { type CloseCode, closeCodes } from './close-codes.ts';

/** Bytes that may wait in a connection beyond what the network has taken; results after them wait unsent, and shared. */
const MAX_UNSENT_BYTES = 64 * 1024;

/** Something that has more to send than there was room for. */
interface Sender {
  resume(): void;
}

/**
 * One WebSocket under the protocol of graphql-ws. It is the only place that closes the socket, so that everything the
 * connection holds is let go at that moment, not when the client has answered the goodbye.
 */
export class SocketConnection {
  /** Id of the operation whose reader fell behind; the connection ends with it. */
  slowOperation: string | undefined;
  /** The secret of the cookie that a page of this server opened the socket with. */
  readonly cookieSecret: string | undefined;
  readonly #socket: WsSocket;
  readonly #log: Logger;
  /** One function for all that is sent: there are many messages, and most need none of this. */
  readonly #onSent = () => this.#makeRoom();
  #senders = new Set<Sender>();
  #release: ((code?: number, reason?: string) => Promise<void>) | undefined;
  #secret = '';
  #actor: Promise<Actor | null> | undefined;
  #unwatch: (() => void) | undefined;
  #isAlive = true;

  constructor(socket: WsSocket, server: Server<SocketConnection>, log: Logger, cookieSecret: string | undefined) {
    this.cookieSecret = cookieSecret;
    this.#socket = socket;
    this.#log = log;
    socket.on('error', (error) => log.debug({ err: error }, 'a WebSocket broke'));
    socket.on('pong', () => (this.#isAlive = true));
    socket.once('close', (code, reason) => this.#letGo(code, String(reason)));
    this.#release = server.opened(this.#protocolSocket(), this);
  }

  /** The secret that `connection_init` brought; empty before it was accepted. */
  get secret(): string {
    return this.#secret;
  }

  /** Keeps what the client signed in with, and how to stop watching it. */
  admit(secret: string, unwatch: () => void): void {
    this.#secret = secret;
    this.#unwatch = unwatch;
    if (this.#release === undefined) unwatch();
  }

  /**
   * Whoever the secret stands for now, as `lookUp` tells. Operations that arrive together share one look-up, which
   * begins when all of them are there: a client that comes back after an outage opens a hundred at once.
   */
  actorNow(lookUp: () => Promise<Actor | null>): Promise<Actor | null> {
    this.#actor ??= setImmediate().then(() => {
      this.#actor = undefined;
      return lookUp();
    });
    return this.#actor;
  }

  /** Whether a result may be sent now. */
  get hasRoom(): boolean {
    return this.#socket.bufferedAmount < MAX_UNSENT_BYTES;
  }

  /** Sends a message without waiting for it, unless the connection is closing. */
  sendSoon(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text, this.#onSent);
  }

  /** Calls `resume()` once there is room again. */
  whenRoom(sender: Sender): void {
    this.#senders.add(sender);
  }

  /** Says goodbye with a code of closeCodes. The client may still be reading what was sent before. */
  close(code: CloseCode, reason: string): void {
    this.#socket.close(code, reason);
    this.#letGo(code, reason);
  }

  /** Ends a connection whose client has not answered since the last call, and asks the others again. */
  checkAlive(): void {
    if (!this.#isAlive) return this.terminate();
    this.#isAlive = false;
    this.#socket.ping();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #makeRoom(): void {
    if (this.#senders.size === 0 || !this.hasRoom) return;
    const senders = this.#senders;
    this.#senders = new Set();
    for (const sender of senders) sender.resume();
  }

  #letGo(code: number, reason: string): void {
    this.#unwatch?.();
    const release = this.#release;
    this.#release = undefined;
    release?.(code, reason).catch((error: unknown) => this.#log.error({ err: error }, 'a connection was not let go'));
  }

  #protocolSocket(): ProtocolSocket {
    const socket = this.#socket;
    return {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve) => {
          if (socket.readyState !== socket.OPEN) return resolve();
          // A socket that breaks while it sends closes, and that is where its streams end.
          socket.send(data, () => {
            this.#onSent();
            resolve();
          });
        }),
      close: (code, reason) => this.close(code as CloseCode, reason ?? ''),
      onMessage: (handle) => socket.on('message', (data) => this.#handle(handle, data)),
    };
  }

  #handle(handle: (text: string) => Promise<void>, data: RawData): void {
    handle((data as Buffer).toString()).catch((error: unknown) => {
      if (asRefusal(error)?.code === 'DATABASE_UNAVAILABLE') {
        this.#log.warn({ err: error }, 'the database does not answer on a WebSocket');
        return this.close(closeCodes.DATABASE_UNAVAILABLE, 'The database does not answer just now');
      }
      this.#log.error({ err: error }, 'fault while answering on a WebSocket');
      this.close(closeCodes.INTERNAL, 'Unexpected error');
    });
  }
}
