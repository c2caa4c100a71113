import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSession, addWorkItem } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

let app: TestApp;
let kernel: KernelProcess;

beforeAll(async () => {
  app = await createTestApp();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken });
});

afterAll(async () => {
  for (const owned of [kernel, app]) await owned[Symbol.asyncDispose]();
});

interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

/** Follows a link as the page does: the code in the fragment is exchanged for the cookie of a browser. */
const follow = (url: string) =>
  fetch(`${app.url}/page/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ code: new URL(url).hash.slice(1) }),
  });

describe('kernel open', () => {
  it('gives a pipe the link alone, with its code where no server or log sees it, and not the token', async () => {
    const { out, code } = await kernel.run(['open']);
    expect(code).toBe(0);
    const { origin, pathname, search, hash } = new URL(out.trim());
    expect([out.trim().split('\n').length, origin, pathname, search]).toEqual([1, app.url, '/sign-in', '']);
    expect(hash.length).toBeGreaterThan(20);
    expect(out).not.toContain(app.ownerToken);
  });

  it('makes a link that signs a browser in once, within a minute', async () => {
    const before = Date.now();
    const { url, expiresAt } = await kernel.json<Link>(['open', '--no-browser']);
    expect(new Date(expiresAt).getTime()).toBeGreaterThan(before);
    expect(new Date(expiresAt).getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    const first = await follow(url);
    expect(first.ok).toBe(true);
    expect(first.headers.get('set-cookie')).toContain('HttpOnly');
    expect((await follow(url)).status).toBe(401);
  });

  it('makes none for a session, nor without a credential that is good', async () => {
    const session = await addSession(app.app, app.owner, await addWorkItem(app.app, app.owner));
    expect((await kernel.run(['open'], { env: { KERNEL_TOKEN: session.secret } })).code).toBe(5);
    const { code, out } = await kernel.run(['open'], { env: { KERNEL_TOKEN: 'krn_wrong' } });
    expect([code === 0, out]).toEqual([false, '']);
  });
});
