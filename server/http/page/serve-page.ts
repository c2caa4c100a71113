import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageFile, PageFiles } from './page-files.ts';

/** One year, in seconds. */
const YEAR_S = 31_536_000;

/**
 * What the page may do: run and show what this server serves, and speak to this server. No inline script or style, no
 * frame around it, and no text becomes markup but through the templates that Svelte compiled.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html',
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
};

/** The file that answers a path, or the page itself for a place within it that a browser opens; undefined for others. */
export function findPageFile(files: PageFiles, request: IncomingMessage, path: string): PageFile | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const file = files.at(path);
  if (file !== undefined) return file;
  return (request.headers.accept ?? '').includes('text/html') && !path.startsWith('/assets/')
    ? files.document
    : undefined;
}

/** Sends a file, or says that the browser's copy still holds. */
export function sendPageFile(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  const caching = file.isImmutable ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
  const headers = { ...HEADERS, 'cache-control': caching, etag: file.etag };
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers);
    return void response.end();
  }
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = takesGzip ? (file.gzipped ?? file.bytes) : file.bytes;
  const coding = body === file.bytes ? {} : { 'content-encoding': 'gzip' };
  response.writeHead(200, { ...headers, ...coding, 'content-type': file.contentType, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
