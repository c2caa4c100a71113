import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, addWorkItem, newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';

let scene: WebScene;
let story: HandoffScene;
beforeAll(async () => {
  scene = await webScene();
  story = await handoffScene(scene.test);
  await story.compile();
});
afterAll(() => scene[Symbol.asyncDispose]());

describe('two browsers', () => {
  it('see each other’s acts, and one keeps what the other types', async () => {
    const mia = await addMember(scene.test.app, scene.test.owner);
    const [first, second] = await Promise.all([
      scene.open('/work/AUTH-1/decisions'),
      scene.open('/work/AUTH-1/decisions', mia.actor),
    ]);
    await second.getByLabel('Record a decision').fill('Half a sentence');
    await first.getByLabel('Record a decision').fill('Two keys at once');
    await first.keyboard.press('Control+Enter');
    await second.getByRole('listitem').getByText('Two keys at once').waitFor();
    expect(await second.getByLabel('Record a decision').inputValue()).toBe('Half a sentence');

    await Promise.all([first, second].map((page) => page.goto(`/handoffs/${story.handoffId}`)));
    await second.getByText('The work has moved: 1 change').waitFor();
    await second.getByRole('button', { name: 'Reject…' }).click();
    await second.getByLabel('Note').fill('say how it rolls back');
    await second.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await first.getByRole('note').getByText('say how it rolls back').waitFor();
    await first.getByRole('button', { name: 'Accept into session…' }).waitFor({ state: 'hidden' });
  });

  it('are told in words when the other was faster, and see things as they are', async () => {
    await story.compile();
    const page = await scene.open(`/handoffs/${story.handoffId}`);
    await page.getByRole('button', { name: 'Cancel handoff…' }).click();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('cancelHandoff') === true) await story.accept();
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel handoff' }).click();
    await page.getByRole('alert').getByText('Cancelling the handoff did not work').waitFor();
    await page.getByRole('complementary').getByText('accepted', { exact: true }).waitFor();
  });
});

describe('a long list of work', () => {
  it('is opened anywhere, holds few rows, and is not moved by what comes above', async () => {
    const { app, owner } = scene.test;
    const { organisationId } = owner;
    const work = await app.prisma.workItem.findFirstOrThrow({ where: { organisationId, key: 'AUTH-1' } });
    const createdAt = (n: number) => new Date(work.createdAt.getTime() - n * 1_000);
    await app.prisma.workItem.createMany({
      data: Array.from({ length: 900 }, (_, n) => ({
        ...work,
        ...{ id: app.ids.next('wrk'), key: `OLD-${n}`, title: `Old work ${n}`, createdAt: createdAt(n + 1) },
      })),
    });
    const page = await scene.open('/work');
    const list = page.getByRole('list', { name: 'Work items' });
    const total = await app.prisma.workItem.count({ where: { organisationId } });
    await page.getByText(`${total} items`).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await list.getByText('Old work 899').waitFor();
    await page.evaluate(() => scrollTo(0, 450 * 40));
    const middle = list.getByText('Old work 450');
    await middle.waitFor();
    expect(await list.getByRole('listitem').count()).toBeLessThan(80);
    const before = await middle.boundingBox();
    await addWorkItem(app, owner);
    await page.getByText(`${total + 1} items`).waitFor();
    expect(await middle.boundingBox()).toEqual(before);
    await page.evaluate(() => scrollTo(0, 0));
    await list.getByText('Rotate the signing keys').first().waitFor();
  });
});

describe('another work item', () => {
  it('is never shown as the one before, while it is being read', async () => {
    const { app, owner } = scene.test;
    const other = await app.prisma.workItem.findUniqueOrThrow({ where: { id: await addWorkItem(app, owner) } });
    const page = await scene.open('/work/AUTH-1');
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await heading.waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes(other.key) === true) await held;
      await route.continue();
    });
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/work/${other.key}`);
    await expect.poll(() => page.title()).toContain(other.key);
    expect(await heading.count()).toBe(0);
    answer();
    await heading.waitFor();
  });
});

describe('a tab that slept', () => {
  it('catches up with all that happened meanwhile, without a reload', async () => {
    const { app, owner } = scene.test;
    const page = await scene.open('/work/AUTH-1/decisions');
    await page.evaluate(() => ((globalThis as { mark?: number }).mark = 1));
    // Nothing of the page runs while it is stopped: the first event that comes meets the stop.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Debugger.enable');
    const asleep = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
    await devtools.send('Debugger.pause');
    for (let n = 0; n < 30; n += 1) {
      const statement = `While it slept ${n}`;
      const workItem = { id: story.workItemId };
      await app.services.work.recordDecision(owner, {
        workItem,
        statement,
        evidence: [],
        rationale: '',
        idempotencyKey: newKey(),
      });
    }
    await asleep;
    await devtools.send('Debugger.resume');
    await page.getByRole('listitem').getByText('While it slept 29').waitFor();
    for (const n of [0, 15, 28])
      await page.getByRole('listitem').getByText(`While it slept ${n}`, { exact: true }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    expect(await page.evaluate(() => (globalThis as { mark?: number }).mark)).toBe(1);
  });
});

describe('a blocker', () => {
  it('is resolved from Needs You, and what was written stays when that did not work', async () => {
    const { app, owner } = scene.test;
    await app.services.work.raiseBlocker(owner, {
      workItem: { key: 'AUTH-1' },
      title: 'No access to staging',
      detail: '',
      severity: 'HIGH',
      idempotencyKey: newKey(),
    });
    const page = await scene.open('/');
    const errors = [{ message: 'Not just now.', extensions: { code: 'CONFLICT' } }];
    let refusals = 1;
    await page.route('**/graphql', (route) => {
      const isResolving = route.request().postData()?.includes('resolveBlocker') === true;
      return isResolving && refusals-- > 0 ? route.fulfill({ json: { data: null, errors } }) : route.continue();
    });
    await page.getByRole('button', { name: 'Resolve…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How it was resolved').fill('Access was given');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('alert').getByText('Resolving the blocker did not work').waitFor();
    expect(await dialog.getByLabel('How it was resolved').inputValue()).toBe('Access was given');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('link', { name: 'No access to staging' }).waitFor({ state: 'hidden' });
  });
});

describe('a history that a machine reports into', () => {
  it('has what a session reported without pause in one row, which a key opens and new reports leave open', async () => {
    const { app, owner } = scene.test;
    const busy = await handoffScene(scene.test);
    const { key } = await app.prisma.workItem.findUniqueOrThrow({ where: { id: busy.workItemId } });
    const report = (insertions: number) =>
      app.services.sessions.reportWorkspace(busy.source.actor, {
        sessionId: busy.source.sessionId,
        files: [{ path: 'src/keys.ts', insertions, deletions: 0 }],
      });
    for (let n = 1; n <= 105; n += 1) await report(n);
    const page = await scene.open(`/work/${key}/history`, owner);
    const row = page.getByRole('main').getByRole('button', { name: /reported how its files stand/ });
    await row.getByText('105 times').waitFor();
    await page.getByText('created the work item').waitFor();
    await row.press('Enter');
    const reports = page.getByRole('listitem').getByRole('listitem');
    await expect.poll(() => reports.count()).toBe(105);
    await report(106);
    await row.getByText('106 times').waitFor();
    expect(await reports.count()).toBe(106);
    expect(await row.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => reports.count()).toBe(0);
  });
});

describe('a hostile package', () => {
  it('is shown as the text it is, loads nothing and runs nothing', async () => {
    const { app, owner } = scene.test;
    const hostile = await handoffScene(scene.test);
    const texts = [
      '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>',
      '[click](javascript:window.hurt=1) ![i](https://evil.example/pixel.png)',
      '# Forged heading\n\n## Decisions\n- forged',
    ];
    for (const text of texts) await hostile.decide(text);
    await hostile.compile();
    const { key } = await app.prisma.workItem.findUniqueOrThrow({ where: { id: hostile.workItemId } });
    const asked: string[] = [];
    const page = await scene.open('/', owner);
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`/handoffs/${hostile.handoffId}`);
    const document = page.getByRole('article');
    await document.getByText('onerror').waitFor();
    for (const tag of ['script', 'img', 'iframe', 'svg']) expect(await document.locator(tag).count()).toBe(0);
    expect(await document.getByRole('heading', { name: 'Forged heading' }).count()).toBe(0);
    expect(await document.locator('a[href^="javascript"]').count()).toBe(0);
    await page.goto(`/work/${key}/decisions`);
    await page.getByText('<script>').waitFor();
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    expect(asked.filter((url) => !url.startsWith(scene.test.url))).toEqual([]);
  });
});
