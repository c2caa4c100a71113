import { describe, expect, it } from 'vitest';
import { Credential, type IssuedToken } from '#client/api/credential.ts';

/** A source that gives `tokens` in turn, the last one for ever, and keeps what it was asked with. */
function sourceOf(...tokens: (string | IssuedToken | undefined)[]) {
  const asked: (string | undefined)[] = [];
  const source = async (refused: string | undefined) => tokens[Math.min(asked.push(refused), tokens.length) - 1];
  return { asked, source };
}

const inMs = (ms: number) => new Date(Date.now() + ms);

describe('a credential', () => {
  it('asks its source once for all who need it at the same moment', async () => {
    const { asked, source } = sourceOf('first');
    const credential = new Credential(source);
    expect(await Promise.all([credential.token(), credential.token()])).toEqual(['first', 'first']);
    expect(await credential.token()).toBe('first');
    expect(asked).toEqual([undefined]);
  });

  it('asks again, naming the token that was refused', async () => {
    const { asked, source } = sourceOf('first', 'second');
    const credential = new Credential(source);
    credential.refuse(await credential.token());
    expect(await Promise.all([credential.isRenewed(), credential.isRenewed()])).toEqual([true, true]);
    expect(await credential.token()).toBe('second');
    expect(asked).toEqual([undefined, 'first']);
  });

  it('takes the refusal of a token that was replaced meanwhile for no news', async () => {
    const { source } = sourceOf('first', 'second', 'third');
    const credential = new Credential(source);
    credential.refuse(await credential.token());
    expect(await credential.token()).toBe('second');
    credential.refuse('first');
    expect(await credential.token()).toBe('second');
  });

  it('asks again shortly before a token expires', async () => {
    const { asked, source } = sourceOf(
      { token: 'old', expiresAt: inMs(5_000) },
      { token: 'new', expiresAt: inMs(3e6) },
    );
    const credential = new Credential(source);
    expect([await credential.token(), await credential.token()]).toEqual(['old', 'new']);
    expect(await credential.token()).toBe('new');
    expect(asked).toEqual([undefined, undefined]);
  });

  it.each([['fixed'], [undefined]])('that is fixed as %s has no other once it is refused', async (token) => {
    const credential = new Credential(token);
    credential.refuse(await credential.token());
    expect(await credential.isRenewed()).toBe(false);
    expect(await credential.token()).toBe(token);
  });
});
