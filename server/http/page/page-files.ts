import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

const typeByExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Files whose name carries a hash of their content: a browser never asks for one again. */
const HASHED = /^\/assets\//;
const COMPRESSED = /^text\/|svg/;
const INDEX = '/index.html';

/** One file of the built page, in memory. */
export interface PageFile {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The same in gzip, for what shrinks. */
  readonly gzipped: Buffer | undefined;
  readonly etag: string;
  readonly isImmutable: boolean;
}

/** The built page. It is read whole at the start, so that no path of a request ever reaches the file system. */
export interface PageFiles {
  /** The file at a path; undefined where there is none. */
  at(path: string): PageFile | undefined;
  /** What every place of the page is served as: the page finds its way by the address. */
  readonly document: PageFile;
}

/** Reads a folder that `vite build` wrote; undefined where nothing was built, as in a checkout that runs from source. */
export async function readPageFiles(folder: string): Promise<PageFiles | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing);
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, full).split(sep).join('/')}`;
    files.set(path, await pageFile(path, await readFile(full)));
  }
  const document = files.get(INDEX);
  return document && { at: (path) => files.get(path === '/' ? INDEX : path), document };
}

async function pageFile(path: string, bytes: Buffer): Promise<PageFile> {
  const contentType = typeByExtension[extname(path)] ?? 'application/octet-stream';
  return {
    contentType,
    bytes,
    gzipped: COMPRESSED.test(contentType) ? await compress(bytes) : undefined,
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    isImmutable: HASHED.test(path),
  };
}

function unlessMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
