import type { Page } from 'playwright-core';
import type { Benchmark, Report } from '../benchmark.ts';
import { median, percentile } from '../compare.ts';
import { lengths, seedLists } from './seed-lists.ts';
import { createWebApp } from './web-app.ts';

const FRAMES = 300;
/** Pixels a frame: 2,400 in a second of 60 frames, a hand that hurries. */
const SPEED = 40;
const JUMPS = 10;
const FRAME_MS = 1_000 / 60;

interface Ride {
  readonly frames: readonly number[];
  /** Frames in whose middle stood no row. */
  readonly blanks: number;
  readonly mostRows: number;
}

export const benchmark: Benchmark = {
  name: 'web-scroll',
  description: `frames while one scrolls ${lengths.workItems} work items and a timeline of ${lengths.sessionEvents} entries, against a page that only is tall`,
  async run(report) {
    await using web = await createWebApp();
    const { sessionId } = await seedLists(web.bench);
    const tall = await web.open('/settings');
    await tall.page.evaluate(() => {
      const block = document.createElement('div');
      block.style.height = '400000px';
      document.body.replaceChildren(block);
    });
    const bare = await ride(tall.page, { scroller: null, row: 'div', by: SPEED });
    await tall.page.context().close();
    report({ name: 'web-scroll tall page frame p99', value: percentile(bare.frames, 0.99), unit: 'ms' });

    const work = await web.open('/work');
    await work.page.getByText('Old work 1', { exact: true }).waitFor();
    tell(report, 'work items', await ride(work.page, { scroller: null, row: 'main li', by: SPEED }), bare);
    await jump(work.page, null, 'main li', report, 'work items');
    await work.page.context().close();

    const session = await web.open(`/sessions/${sessionId}`);
    const scroller = '[aria-label="Entries"]';
    await session.page.getByText(`×${lengths.sessionEvents}`, { exact: true }).waitFor();
    tell(report, 'timeline', await ride(session.page, { scroller, row: `${scroller} li`, by: -SPEED }), bare);
    await jump(session.page, scroller, `${scroller} li`, report, 'timeline');
  },
};

function tell(report: Report, name: string, { frames, blanks, mostRows }: Ride, bare: Ride): void {
  const against = 'a page that only is tall';
  const share = (over: number) => (frames.filter((ms) => ms > over).length / frames.length) * 100;
  const p99 = percentile(frames, 0.99);
  report({ name: `web-scroll ${name} frame p50`, value: median(frames), unit: 'ms' });
  report({
    name: `web-scroll ${name} frame p99`,
    value: p99,
    unit: 'ms',
    ratio: p99 / percentile(bare.frames, 0.99),
    against,
  });
  report({ name: `web-scroll ${name} frames late by one`, value: share(1.5 * FRAME_MS), unit: '%' });
  report({ name: `web-scroll ${name} frames late by two`, value: share(2.5 * FRAME_MS), unit: '%' });
  report({ name: `web-scroll ${name} frames blank in the middle`, value: (blanks / frames.length) * 100, unit: '%' });
  report({ name: `web-scroll ${name} most rows in the document`, value: mostRows, unit: 'rows' });
}

/** Scrolls on with every frame; a null scroller is the page itself. */
const ride = (page: Page, way: { scroller: string | null; row: string; by: number }): Promise<Ride> =>
  page.evaluate(
    async ({ scroller, row, by, count }) => {
      const box = scroller === null ? null : document.querySelector(scroller);
      const { left, top, width, height } = box?.getBoundingClientRect() ?? {
        left: 0,
        top: 0,
        width: innerWidth,
        height: innerHeight,
      };
      const frames: number[] = [];
      let [blanks, mostRows] = [0, 0];
      for (
        let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve)), n = 0;
        n < count;
        n += 1
      ) {
        (box ?? document.scrollingElement)?.scrollBy({ top: by, behavior: 'instant' });
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        frames.push(now - last);
        last = now;
        mostRows = Math.max(mostRows, document.querySelectorAll(row).length);
        const middle = document.elementFromPoint(left + width / 2, top + height / 2);
        if (middle?.closest(row) == null) blanks += 1;
      }
      return { frames, blanks, mostRows };
    },
    { ...way, count: FRAMES },
  );

/** Milliseconds from a jump to anywhere until rows stand there. */
async function jump(page: Page, scroller: string | null, row: string, report: Report, name: string): Promise<void> {
  const times: number[] = [];
  for (let n = 1; n <= JUMPS; n += 1) {
    times.push(
      await page.evaluate(
        async ({ scroller, row, part }) => {
          const box = scroller === null ? document.scrollingElement : document.querySelector(scroller);
          const shape = scroller === null ? new DOMRect(0, 0, innerWidth, innerHeight) : box?.getBoundingClientRect();
          const { left, top, width, height } = shape ?? new DOMRect();
          const start = performance.now();
          box?.scrollTo({ top: part * box.scrollHeight, behavior: 'instant' });
          do await new Promise((resolve) => requestAnimationFrame(resolve));
          while (document.elementFromPoint(left + width / 2, top + height / 2)?.closest(row) == null);
          return performance.now() - start;
        },
        { scroller, row, part: ((n * 7) % JUMPS) / JUMPS },
      ),
    );
  }
  report({ name: `web-scroll ${name} jump to anywhere`, value: median(times), unit: 'ms' });
}
