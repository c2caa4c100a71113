import { createHmac } from 'node:crypto';

export interface Signed {
  readonly messageId: string;
  /** Of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers by which a receiver knows a message is ours (Standard Webhooks, symmetric): one signature for each key, the
 * newest first, so that a receiver that still has the key before it finds its own.
 */
export function signatureHeaders(keys: readonly Uint8Array[], { messageId, at, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = keys.map((key) => `v1,${hmac(key, `${messageId}.${timestamp}.${body}`)}`);
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const hmac = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64');
