/** What came back, whatever it was. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  /** Every code of a refusal in it: of errors, of the plain `error`, and of payloads of the type UserError. */
  readonly codes: readonly string[];
}

/** Sends any bytes to the GraphQL endpoint as the bearer of `token`, with a JSON body's headers unless others are named. */
export async function sendRaw(
  url: string,
  token: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    codes: [...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code ?? ''),
  };
}
