import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Actor } from '#server/auth/actor.ts';
import { newKey } from '../cast.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';
import { openBrowser } from './open-browser.ts';

/** Longest wait for something to appear on the page, in milliseconds: a loaded machine is slow, a broken page never. */
const PATIENCE_MS = 20_000;

/** The real server with the built page, and a real browser. */
export interface WebScene extends AsyncDisposable {
  readonly test: TestApp;
  readonly browser: Browser;
  /** Everything the pages of this scene complained about: exceptions and errors of the console. */
  readonly complaints: string[];
  /** A new browser of somebody's own that nobody signed in. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same, signed in by a link as `kernel open` makes one; the owner unless named. */
  open(path: string, actor?: Actor, options?: BrowserContextOptions): Promise<Page>;
  /** The path of a fresh sign-in link. */
  signInPath(actor?: Actor): Promise<string>;
}

/** Starts both; dispose it when done. `overrides` are the server’s, as `createTestApp` takes them. */
export async function webScene(overrides: Parameters<typeof createTestApp>[0] = {}): Promise<WebScene> {
  const [test, browser] = await Promise.all([createTestApp(overrides, inject('webDir')), openBrowser()]);
  const complaints: string[] = [];
  const visit: WebScene['visit'] = async (path, options = {}) => {
    const context = await browser.newContext({ baseURL: test.url, viewport: { width: 1440, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(path);
    return page;
  };
  const signInPath = async (actor = test.owner) => {
    const { secret } = await test.app.services.tokens.createSignInLink(actor, { idempotencyKey: newKey() });
    return `/sign-in#${secret ?? ''}`;
  };
  return {
    test,
    browser,
    complaints,
    visit,
    signInPath,
    async open(path, actor, options) {
      const page = await visit(await signInPath(actor), options);
      await page.getByText('live', { exact: true }).waitFor();
      await page.goto(path);
      await page.getByText('live', { exact: true }).waitFor();
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await test[Symbol.asyncDispose]();
    },
  };
}
