import type { IncomingMessage } from 'node:http';

const JSON_TYPE = /^application\/(graphql\+)?json\s*(;\s*charset="?utf-?8"?\s*)?$/i;
/** Parameters of a query by GET that hold JSON. */
const JSON_PARAMETERS = ['variables', 'extensions'];
export const SEND_JSON = 'Send POST with content-type application/json and a body {"query": …}.';

/** Why no GraphQL can be read from a request, and with which HTTP status to say so. */
export interface Unreadable {
  readonly status: 400 | 405 | 415;
  readonly message: string;
}

/**
 * What is wrong with a request before its body is read, or undefined. Bodies are JSON in UTF-8: forms, which a browser
 * sends to anybody's server, are not taken.
 */
export function unreadable({ method, headers, url = '/' }: IncomingMessage): Unreadable | undefined {
  if (method === 'POST') {
    return JSON_TYPE.test(headers['content-type'] ?? '') ? undefined : { status: 415, message: SEND_JSON };
  }
  if (method !== 'GET') return { status: 405, message: `GraphQL takes GET and POST, not ${method ?? 'this'}.` };
  const parameters = new URL(url, 'http://server').searchParams;
  const broken = JSON_PARAMETERS.find((name) => !isJson(parameters.get(name) ?? ''));
  return broken === undefined ? undefined : { status: 400, message: `The parameter ${broken} is not JSON.` };
}

function isJson(text: string): boolean {
  if (text === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // What is wrong with it is not told: the text may be long, and its sender has it.
    return false;
  }
}
