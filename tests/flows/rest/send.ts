import type { TestApp } from '#tests/support/server/test-app.ts';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & {
    error?: { code: string; message: string; details?: Record<string, unknown> };
  };
}

/** What a request may say beside its path and body. */
export interface Extras {
  readonly token?: string | null;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

/** Sends one request, such as `GET /work`, below /api/v1; a body that is a text goes out as it is. */
export async function send(app: TestApp, request: string, body?: unknown, extras: Extras = {}): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const { token = app.ownerToken, key, headers } = extras;
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

/** Status and code of a refusal. */
export const refusalOf = ({ status, body }: Answer) => [status, body.error?.code];
