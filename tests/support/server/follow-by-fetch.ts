/** A stream of server-sent events as text. */
export interface FetchedStream {
  /** Everything that was sent, once `fits` is true of it. */
  until(fits: (text: string) => boolean): Promise<string>;
  /** Everything that was sent, once the server has ended it. */
  untilEnd(): Promise<string>;
  /** Leaves, as a client does that is closed. */
  abort(): void;
}

/** Subscribes over server-sent events, and returns once the server has begun to answer. */
export async function followByFetch(
  url: string,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<FetchedStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
    signal: abort.signal,
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null) {
    throw new Error(`the server answered ${response.status} ${await response.text()}`);
  }
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const until = async (fits: (text: string) => boolean): Promise<string> => {
    while (!fits(text)) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
    }
    return text;
  };
  return { until, untilEnd: () => until(() => false), abort: () => abort.abort() };
}
