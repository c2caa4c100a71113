import { failureOf, type ErrorEntry } from '../failure.ts';
import { ServerFault } from '../server-fault.ts';
import { chunksOf } from './chunks-of.ts';
import { readServerSentEvents } from './server-sent-events.ts';

/** What a stream carries for each event, on every transport. */
export interface StreamResult {
  readonly data?: unknown;
  readonly errors?: readonly ErrorEntry[] | undefined;
}

/** The data of one result of a stream. Throws what its errors say. */
export function dataOfResult<T>({ data, errors }: StreamResult): T {
  if (errors !== undefined) throw failureOf(errors);
  if (data === undefined || data === null) throw new ServerFault('The server answered without data.');
  return data as T;
}

/** The results of a response of server-sent events, until the server ends it or `leaving` fires. */
export async function* resultsOverHttp(
  serverUrl: string,
  response: Response,
  leaving: AbortController,
): AsyncGenerator<StreamResult> {
  for await (const { event, data } of readServerSentEvents(chunksOf(serverUrl, response, leaving))) {
    if (event === 'complete') return;
    yield JSON.parse(data) as StreamResult;
  }
}
