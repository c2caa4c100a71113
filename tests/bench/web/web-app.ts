import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { listen } from '#server/http/listen.ts';
import { newKey } from '#tests/support/cast.ts';
import { openBrowser } from '#tests/support/browser/open-browser.ts';
import { type BenchApp, createBenchApp } from '../bench-app.ts';

/** The server with the built page, and a browser that is signed in to it. */
export interface WebApp extends AsyncDisposable {
  readonly bench: BenchApp;
  readonly browser: Browser;
  readonly url: string;
  /** A page of nothing but a line of text, from a server that does nothing else: the least that a browser needs. */
  readonly bareUrl: string;
  /** What a browser keeps of a sign-in. */
  signedIn(): Promise<Awaited<ReturnType<BrowserContext['storageState']>>>;
  /** A page of a context of its own, which shares no cache with another, signed in, at a place and live. */
  open(path: string): Promise<OpenPage>;
}

export interface OpenPage {
  readonly page: Page;
  readonly devtools: CDPSession;
}

const VIEW = { viewport: { width: 1440, height: 900 } };

/** Builds the page and starts all of it; dispose it when done. */
export async function createWebApp(): Promise<WebApp> {
  const webDir = await mkdtemp(join(tmpdir(), 'kernel-bench-web-'));
  await build({ configFile: 'client/web/vite.config.ts', logLevel: 'silent', build: { outDir: webDir } });
  const bench = await createBenchApp({ webDir });
  const listening = await listen(bench.app, '127.0.0.1', 0);
  const browser = await openBrowser();
  const bare = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Bare</title><h1>Bare</h1>');
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const signedIn = signIn(bench, browser, listening.url);
  return {
    bench,
    browser,
    url: listening.url,
    bareUrl: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`,
    signedIn: () => signedIn,
    open: async (path) => {
      const storageState = await signedIn;
      const context = await browser.newContext({ ...VIEW, baseURL: listening.url, storageState });
      const page = await context.newPage();
      await page.goto(path);
      await page.getByText('live', { exact: true }).waitFor();
      return { page, devtools: await context.newCDPSession(page) };
    },
    async [Symbol.asyncDispose]() {
      bare.close();
      await browser.close();
      await listening[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
      await rm(webDir, { recursive: true, force: true });
    },
  };
}

/** Signs a browser in by a link, as a person does, and gives what it keeps of that. */
async function signIn({ app, owner }: BenchApp, browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const { secret } = await app.services.tokens.createSignInLink(owner, { idempotencyKey: newKey() });
  await page.goto(`/sign-in#${secret ?? ''}`);
  await page.getByText('live', { exact: true }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
