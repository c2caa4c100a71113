import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSession, addWorkItem } from '#tests/support/cast.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';

let scene: WebScene;
beforeAll(async () => {
  scene = await webScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } };
const ASK_VIEWER = JSON.stringify({ query: '{ viewer { actor { name } } }' });

describe('a browser that nobody signed in', () => {
  it('is told how to, whatever the address, and keeps the address', async () => {
    const page = await scene.visit('/work');
    await page.getByRole('heading', { name: 'Sign in to Kernel' }).waitFor();
    await page.getByText(`kernel open --server ${scene.test.url}`).waitFor();
    await page.getByLabel('Paste a token').fill(scene.test.ownerToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Work', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/work');
  });

  it('is told in words that a token is wrong', async () => {
    const page = await scene.visit('/');
    await page.getByLabel('Paste a token').fill('krn_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('This token is unknown, revoked or expired').waitFor();
  });
});

describe('a sign-in link', () => {
  it('signs in once, and leaves no credential in the address, in storage or within reach of scripts', async () => {
    const path = await scene.signInPath();
    const page = await scene.visit(path);
    await page.getByRole('heading', { name: 'Needs You' }).waitFor();
    const here = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Needs You' });
    expect(await here.getAttribute('aria-current')).toBe('page');
    const secret = path.slice(path.indexOf('#') + 1);
    const withinReach = await page.evaluate(() => [
      location.href,
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ]);
    expect(withinReach.join(' ')).not.toMatch(/krn_/);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(cookie?.value).not.toBe(secret);

    const second = await scene.visit(path);
    await second.getByRole('alert').getByText('This link was used before').waitFor();
  });

  it('is refused to a session, which is nobody who could sit before a browser', async () => {
    const { app, owner } = scene.test;
    const session = await addSession(app, owner, await addWorkItem(app, owner));
    await expect(scene.signInPath(session.actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('signing out', () => {
  it('ends the credential on the server, not only in the browser', async () => {
    const page = await scene.open('/');
    const [cookie] = await page.context().cookies();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Kernel' }).waitFor();
    const headers = { ...POST.headers, cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}`, origin: scene.test.url };
    const response = await fetch(`${scene.test.url}/graphql`, { ...POST, headers, body: ASK_VIEWER });
    expect(response.status).toBe(401);
  });

  it('happens by itself when the credential is revoked elsewhere', async () => {
    const page = await scene.open('/');
    const { app, owner } = scene.test;
    const token = await app.prisma.token.findFirstOrThrow({ where: { memberId: owner.id }, orderBy: { id: 'desc' } });
    await app.services.tokens.revokeToken(owner, { tokenId: token.id });
    await page.getByRole('heading', { name: 'Sign in to Kernel' }).waitFor();
  });
});

describe('the cookie', () => {
  it('counts for pages of this server alone', async () => {
    const page = await scene.open('/');
    const [cookie] = await page.context().cookies();
    const send = (more: Record<string, string>) => {
      const headers = { ...POST.headers, cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}`, ...more };
      return fetch(`${scene.test.url}/graphql`, { ...POST, headers, body: ASK_VIEWER });
    };
    expect((await send({ origin: scene.test.url })).status).toBe(200);
    for (const origin of ['http://127.0.0.1:1', 'https://evil.example']) {
      expect((await send({ origin })).status).toBe(403);
    }
    expect((await send({})).status).toBe(403);
  });
});

describe('the page as it is served', () => {
  it('runs nothing but its own scripts, in nobody’s frame', async () => {
    const { headers } = await fetch(scene.test.url, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('is asked for again only when it changed, and its hashed files never', async () => {
    const first = await fetch(scene.test.url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(scene.test.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const asset = /\/assets\/[^"]+\.js/.exec(await first.text())?.[0] ?? '';
    expect((await fetch(scene.test.url + asset)).headers.get('cache-control')).toContain('immutable');
  });

  it('answers no path of the file system', async () => {
    for (const path of ['/assets/..%2f..%2f..%2fetc/passwd', '/assets/none.js', '/..%2fpackage.json']) {
      expect((await fetch(scene.test.url + path)).status).toBe(404);
    }
  });
});
