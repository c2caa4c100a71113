import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookDispatcher } from '#server/webhooks/delivery/webhook-dispatcher.ts';
import { outboundPolicy } from '#server/webhooks/outbound/outbound-policy.ts';
import type { Actor } from '#server/auth/actor.ts';
import { addMember, newKey } from '#tests/support/cast.ts';
import { holdAnswer } from '#tests/support/browser/hold-answer.ts';
import { launchScene } from '#tests/support/scenes/launch-scene.ts';
import { goWithin, isTaken, without } from '#tests/support/browser/offered.ts';
import { webhookReceiver, type WebhookReceiver } from '#tests/support/scenes/webhook-receiver.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';

let scene: WebScene;
let page: Page;
let receiver: WebhookReceiver;
let dispatcher: WebhookDispatcher;
beforeAll(async () => {
  scene = await webScene({ outbound: outboundPolicy({ networks: ['127.0.0.1/32'], allowHttp: true }) });
  receiver = await webhookReceiver();
  dispatcher = new WebhookDispatcher(scene.test.app, scene.test.app.log);
  page = await scene.open('/settings/webhooks');
});
afterAll(async () => {
  for (const owned of [dispatcher, receiver, scene]) await owned[Symbol.asyncDispose]();
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

describe('webhooks in the settings', () => {
  it('are set up, and the secret is shown this once', async () => {
    await press('New webhook');
    await page.getByLabel('Name').fill('chat');
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Work created').uncheck();
    await inDialog('Set it up').click();
    await page
      .getByRole('dialog', { name: 'Copy it now' })
      .getByText(/^whsec_/)
      .waitFor();
    await press('I have it');
    await page.getByText('told of handoffs, the record, sessions').waitFor();
    expect(await page.content()).not.toContain('whsec_');
  });

  it('send a trial, show what came of it, and send it again', async () => {
    await press('Test');
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByText('under way').waitFor();
    await dispatcher.drain();
    await deliveries.getByText('delivered').first().waitFor();
    await deliveries.getByRole('button', { name: 'Send again' }).first().click();
    await page.getByText('It is sent again').waitFor();
    await dispatcher.drain();
    await expect.poll(() => receiver.received.length).toBe(2);
  });

  it('are disabled, and say from where they go on', async () => {
    await press('More for chat');
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('Somebody disabled it').waitFor();
    const { answer } = await holdAnswer(page, 'enableWebhook');
    await press('Enable…');
    await inDialog('Enable').click();
    answer();
    await page.getByRole('alert').getByText('Enabling the webhook did not work').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await inDialog('Enable').click();
    await page.getByText('chat is told again').waitFor();
  });

  it('are deleted behind a confirmation', async () => {
    await press('More for chat');
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await inDialog('Delete').click();
    await page.getByText('Nobody outside is told anything').waitFor();
    expect(await scene.test.app.prisma.webhook.count()).toBe(0);
  });
});

describe('retention in the settings', () => {
  it('is shortened only after one confirmed what is lost', async () => {
    await page.goto('/settings/retention');
    await page.getByLabel(/^Keep events/).click();
    await page.getByRole('option', { name: '90 days' }).click();
    await press('Save');
    await inDialog('Keep 90 days').click();
    await page.getByText('Events are kept for 90 days').waitFor();
    expect(await scene.test.app.prisma.organisation.findFirstOrThrow()).toMatchObject({ eventRetentionDays: 90 });
  });

  it('is not offered to members, and neither are webhooks', async () => {
    const mia = await addMember(scene.test.app, scene.test.owner);
    const hers = await scene.open('/settings', mia.actor);
    const tabs = hers.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    expect(await tabs.allInnerTexts()).toEqual(['You', 'Tokens', 'Members']);
    await hers.goto('/settings/webhooks');
    await hers.getByText('There is no such place').waitFor();
  });
});

describe('machines and settings', () => {
  const services = () => scene.test.app.services;
  const key = () => ({ idempotencyKey: newKey() });
  beforeAll(async () => {
    await launchScene(scene.test);
  });

  const places: Readonly<Record<string, string>> = {
    '/machines': 'laptop',
    '/settings/tokens': 'A token is shown once, when it is made. What the server keeps is its hash.',
    '/settings/members': 'People who see this organisation’s work.',
    '/settings/webhooks': 'Addresses outside that are told what happens, each message signed.',
    '/settings/retention': 'How long events are kept',
  };
  /** Whom each act is offered to, and the command behind it. */
  const commands: Readonly<Record<string, { at: string; run: (person: Actor) => Promise<unknown> }>> = {
    Disable: {
      at: '/machines',
      run: (person) => services().fleet.setRuntimeEnabled(person, { runtime: 'codex', isEnabled: true }),
    },
    'New token': {
      at: '/settings/tokens',
      run: (person) =>
        services().tokens.createToken(person, { name: 't', scopes: ['work.read'], expiresAt: null, ...key() }),
    },
    'Add a person': {
      at: '/settings/members',
      run: (person) =>
        services().tokens.createMember(person, { name: 'M', role: 'MEMBER', scopes: [...person.scopes], ...key() }),
    },
    'New webhook': {
      at: '/settings/webhooks',
      run: (person) => services().webhooks.createWebhook(person, { name: 'W', url: 'https://example.com/', ...key() }),
    },
    Save: {
      at: '/settings/retention',
      run: (person) => services().organisation.setEventRetention(person, { days: null }),
    },
  };
  const people: Readonly<Record<string, () => Promise<Actor>>> = {
    'the owner': async () => scene.test.owner,
    'a member': async () => (await addMember(scene.test.app, scene.test.owner)).actor,
    'an owner without token.manage': () => without(scene.test, scene.test.owner, 'token.manage'),
    'an owner without machine.write': () => without(scene.test, scene.test.owner, 'machine.write'),
  };

  it.each(Object.keys(people))('offer %s exactly what the server takes', async (who) => {
    const person = (await people[who]?.()) ?? scene.test.owner;
    const theirs = await scene.open('/settings', person);
    for (const [act, { at, run }] of Object.entries(commands)) {
      const taken = await isTaken(() => run(person));
      const tab = theirs.getByRole('navigation', { name: 'Settings' }).locator(`a[href="${at}"]`);
      await goWithin(theirs, '/settings', 'This browser may');
      const isThere = !at.startsWith('/settings') || (await tab.count()) > 0;
      await goWithin(theirs, at, isThere ? (places[at] ?? '') : 'There is no such place');
      const shown = await theirs.getByRole('main').getByRole('button', { name: act, exact: true }).count();
      expect({ act, isOffered: shown > 0 }).toEqual({ act, isOffered: taken });
    }
    await theirs.context().close();
  });
});

describe('the last credential of an owner', () => {
  it('is not offered to be revoked, until there is another', async () => {
    const { app, owner } = scene.test;
    const members = { kind: 'MEMBER' as const, member: { role: 'OWNER' as const } };
    const browsers = await app.prisma.token.findMany({
      where: { ...members, name: { contains: ' on ' } },
      orderBy: { id: 'asc' },
    });
    const tokenId = browsers[0]?.id ?? '';
    await app.prisma.token.updateMany({
      where: { ...members, id: { not: tokenId } },
      data: { revokedAt: new Date() },
    });
    await page.goto('/settings/tokens');
    const own = page.getByRole('listitem').filter({ hasText: 'this browser' });
    await own.getByText('not to be revoked').waitFor();
    expect(await own.getByRole('button').count()).toBe(0);
    expect(await isTaken(() => app.services.tokens.revokeToken(owner, { tokenId }))).toBe(false);
    await app.services.tokens.createToken(owner, {
      ...{ name: 'another', scopes: [...owner.scopes], expiresAt: null, idempotencyKey: newKey() },
    });
    await own.getByRole('button', { name: 'Revoke…' }).waitFor();
  });
});

it('nothing complained', () => {
  expect(scene.complaints).toEqual([]);
});
