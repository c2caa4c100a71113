import { newKey } from '#tests/support/cast.ts';
import type { BenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { seedLists } from './seed-lists.ts';
import { createWebApp, type OpenPage } from './web-app.ts';

/** An hour of one event a second, as fast as the server takes them. */
const EVENTS = 3_600;
const WARM_UP = 400;
/** Events under way at a time. */
const AT_ONCE = 8;
const MEGABYTE = 1024 * 1024;

export const benchmark: Benchmark = {
  name: 'web-memory',
  description: `heap of open pages after each third of ${EVENTS} events that they show, against their heap before`,
  async run(report) {
    await using web = await createWebApp();
    const { workItemId, sessionId } = await seedLists(web.bench);
    const pages: Record<string, OpenPage> = {
      timeline: await web.open(`/sessions/${sessionId}`),
      'work list': await web.open('/work'),
      'Needs You': await web.open('/'),
    };
    let told = 0;
    const tell = async (count: number): Promise<void> => {
      for (const end = told + count; told < end;) {
        const batch = Array.from({ length: Math.min(AT_ONCE, end - told) }, () => (told += 1));
        await Promise.all(batch.map((n) => happen(web.bench, { workItemId, sessionId, n })));
      }
      await settle(web.bench, Object.values(pages), workItemId, told);
    };
    await tell(WARM_UP);
    const before = await heapsOf(pages);
    for (const third of [1, 2, 3]) {
      await tell(EVENTS / 3);
      for (const [name, bytes] of Object.entries(await heapsOf(pages))) {
        const ratio = bytes / (before[name] ?? bytes);
        const value = bytes / MEGABYTE;
        report({ name: `web-memory ${name} after ${third} of 3`, value, unit: 'MB', ratio, against: 'before' });
      }
    }
  },
};

/** What a working session and the people around it do, in turn. */
async function happen(
  { app, owner }: BenchApp,
  { workItemId, sessionId, n }: { workItemId: string; sessionId: string; n: number },
): Promise<void> {
  const { work, sessions } = app.services;
  const about = { workItem: { id: workItemId }, idempotencyKey: newKey() };
  if (n % 60 === 0)
    await work.recordDecision(owner, { ...about, sessionId, statement: `Fact ${n}`, rationale: '', evidence: [] });
  else if (n % 30 === 0) {
    const { blockerId } = await work.raiseBlocker(owner, {
      ...about,
      title: `Stop ${n}`,
      detail: '',
      severity: 'HIGH',
    });
    await work.resolveBlocker(owner, { blockerId, resolution: 'gone', idempotencyKey: newKey() });
  } else if (n % 10 === 0) {
    const texts = { title: `New work ${n}`, goal: 'goal', taskType: 'feature', priority: 'LOW' as const };
    const lists = { constraints: [], acceptanceCriteria: [] };
    await work.createWorkItem(owner, { project: { keyPrefix: 'AUTH' }, ...texts, ...lists, idempotencyKey: newKey() });
  } else {
    const events = [{ kind: 'TOOL' as const, occurredAt: new Date(), count: n }];
    await sessions.recordSessionEvents(owner, { sessionId, events, idempotencyKey: newKey() });
  }
}

/** Waits until every page has heard of all of it: it says so, and shows the count in its title. */
async function settle(
  { app, owner }: BenchApp,
  pages: readonly OpenPage[],
  workItemId: string,
  told: number,
): Promise<void> {
  const blockers = { workItem: { id: workItemId }, title: `Settled ${told}`, detail: '', severity: 'HIGH' as const };
  const { blockerId } = await app.services.work.raiseBlocker(owner, { ...blockers, idempotencyKey: newKey() });
  const counted = (isCounted: boolean) =>
    Promise.all(
      pages.map(({ page }) => page.waitForFunction((wanted) => document.title.startsWith('(') === wanted, isCounted)),
    );
  await counted(true);
  await app.services.work.resolveBlocker(owner, { blockerId, resolution: 'gone', idempotencyKey: newKey() });
  await counted(false);
}

async function heapsOf(pages: Record<string, OpenPage>): Promise<Record<string, number>> {
  const heaps: Record<string, number> = {};
  for (const [name, { devtools }] of Object.entries(pages)) {
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    heaps[name] = (await devtools.send('Runtime.getHeapUsage')).usedSize;
  }
  return heaps;
}
