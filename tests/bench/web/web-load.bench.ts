import { newKey } from '#tests/support/cast.ts';
import type { Benchmark } from '../benchmark.ts';
import { median, percentile } from '../compare.ts';
import { seedLists } from './seed-lists.ts';
import { createWebApp, type WebApp } from './web-app.ts';

const LOADS = 7;
const FACTS = 60;
const WARM_UP_FACTS = 10;
const SLOWED = 4;

export const benchmark: Benchmark = {
  name: 'web-load',
  description:
    'from navigation to usable with a cold cache and the CPU slowed four times, against a page of one line; and from the commit of a fact to its text on the screen',
  async run(report) {
    await using web = await createWebApp();
    await seedLists(web.bench);
    const bare: number[] = [];
    const own: number[] = [];
    for (let load = 0; load < LOADS; load += 1) {
      bare.push(await timeLoad(web, web.bareUrl, ['Bare']));
      own.push(await timeLoad(web, '/', ['Running now', 'live']));
    }
    report({ name: 'web-load bare page, slowed', value: median(bare), unit: 'ms' });
    const against = 'a page of one line';
    const ratio = median(own) / median(bare);
    report({ name: 'web-load first page, slowed', value: median(own), unit: 'ms', ratio, against });
    const delays = await timeFacts(web);
    report({ name: 'web-load fact to screen p50', value: percentile(delays, 0.5), unit: 'ms' });
    report({ name: 'web-load fact to screen p99', value: percentile(delays, 0.99), unit: 'ms' });
  },
};

/** Milliseconds until all these texts are there, in a context that has a sign-in and nothing in its cache. */
async function timeLoad(web: WebApp, path: string, ready: readonly string[]): Promise<number> {
  const context = await web.browser.newContext({ baseURL: web.url, storageState: await web.signedIn() });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    const start = performance.now();
    await page.goto(path, { waitUntil: 'commit' });
    await Promise.all(ready.map((text) => page.getByText(text, { exact: true }).first().waitFor()));
    return performance.now() - start;
  } finally {
    await context.close();
  }
}

/** Milliseconds from each commit to the frame after its text stood in the document; both clocks are this machine's. */
async function timeFacts(web: WebApp): Promise<number[]> {
  const { app, owner } = web.bench;
  const { page } = await web.open('/work/AUTH-1/decisions');
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const statement of document.querySelectorAll('.statement')) {
        const text = statement.textContent;
        if (text in seen) continue;
        seen[text] = Infinity;
        requestAnimationFrame(() => (seen[text] = performance.timeOrigin + performance.now()));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const delays: number[] = [];
  for (let fact = 0; fact < FACTS; fact += 1) {
    const texts = { statement: `Fact ${fact}`, rationale: '', evidence: [] };
    await app.services.work.recordDecision(owner, { workItem: { key: 'AUTH-1' }, ...texts, idempotencyKey: newKey() });
    const committed = performance.timeOrigin + performance.now();
    const handle = await page.waitForFunction((text) => {
      const { seen } = globalThis as unknown as { seen: Record<string, number> };
      return Number.isFinite(seen[text]) && seen[text];
    }, texts.statement);
    delays.push(Number(await handle.jsonValue()) - committed);
  }
  return delays.slice(WARM_UP_FACTS);
}
