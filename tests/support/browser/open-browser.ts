import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Where systems keep a Chromium of their own, which is preferred. */
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No shared memory of the machine's, no network of its own, and none of what weakens a page's walls. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-zygote',
  '--font-render-hinting=none',
];

/** A real Chromium: the system's, or the one that an npm package carries, which unpacks itself once. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = SYSTEM.find((path) => existsSync(path)) ?? (await sparticuz.executablePath());
  return chromium.launch({ executablePath, args: FLAGS, headless: true });
}
