import { describe, expect, it } from 'vitest';
import { redactJson } from '#schema/documents/redaction/redact-json.ts';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { redact } from '#schema/documents/redaction/redact.ts';
import { random } from '#tests/fixtures/redaction/fabricate.ts';

const secret = random(31);
const gone = '[redacted:assignment]';

describe('a structured value', () => {
  it.each(['password', 'BRAVE_SEARCH_API_KEY', 'clientSecret', 'x-api-key', 'dbPassword', 'PGPASSWORD', 'authToken'])(
    'loses what lies under %s, however deep',
    (name) => {
      expect(redactJson({ a: [{ [name]: secret, b: 1 }] })).toEqual({
        value: { a: [{ [name]: gone, b: 1 }] },
        counts: { assignment: 1 },
      });
    },
  );

  it('loses several words under a name in capitals, unless they say something of it', () => {
    const value = { API_TOKEN: 'correct horse battery', INVALID_TOKEN: 'the token is invalid', token: 'what a day' };
    expect(redactJson(value).value).toEqual({ ...value, API_TOKEN: gone });
  });

  it('loses a value whose name stands beside it', () => {
    const { value } = redactJson({
      env: [
        { name: 'BRAVE_SEARCH_API_KEY', value: secret },
        { name: 'HOME', value: '/root' },
      ],
    });
    expect(value).toEqual({
      env: [
        { name: 'BRAVE_SEARCH_API_KEY', value: gone },
        { name: 'HOME', value: '/root' },
      ],
    });
  });

  it('loses what follows a flag, and every text of a credential', () => {
    expect(redactJson(['login', '--token', secret]).value).toEqual(['login', '--token', gone]);
    expect(redactJson({ credentials: { a: secret, b: [secret] } }).value).toEqual({
      credentials: { a: gone, b: [gone] },
    });
  });

  it('keeps numbers of tokens, ids, types and nothing', () => {
    const value = {
      token: { id: 'tok_0192f0c1-7b1e-7c3e-8f00-000000000001', name: 'laptop' },
      ...{
        tokens: 4096,
        token_count: 5,
        secret: null,
        password: '',
        nextToken: 'abc',
        hash: 'ab12',
        revision: 3n,
        at: new Date(0),
      },
    };
    expect(redactJson(value)).toEqual({ value, counts: {} });
  });

  it('is the same after a second pass, and survives names of the language', () => {
    const value = JSON.parse(`{"__proto__":{"password":"${secret}"},"constructor":"x"}`) as unknown;
    const once = redactJson(value).value;
    expect(JSON.stringify(once)).toBe(`{"__proto__":{"password":"${gone}"},"constructor":"x"}`);
    expect(redactJson(once)).toEqual({ value: once, counts: {} });
  });

  it('ends at a depth that no honest value has', () => {
    let value: unknown = secret;
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(JSON.stringify(redactJson(value).value)).not.toContain(secret);
  });
});

describe('the environment', () => {
  const environment = {
    ...{
      BRAVE_SEARCH_API_KEY: secret,
      DATABASE_URL: `postgres://app:${secret}x@db/app`,
      HOME: '/root',
      PORT_TOKEN: 'abc',
    },
    ...{
      NODE_ENV: 'production',
      SSH_KEY_PATH: '/root/.ssh/id',
      SECRET: '/run/secrets/one',
      MAX_TOKENS: '4096000000',
      EMPTY: undefined,
    },
  };

  it('gives the values of its secret names and the passwords of its URLs, and no short ones or paths', () => {
    expect(secretValuesOf(environment)).toEqual([secret, `${secret}x`]);
  });

  it('gives values that are replaced wherever they stand, as they are and as JSON and URLs write them', () => {
    const value = `quo"te/${secret}`;
    const text = `a${value}b ${JSON.stringify(value)} ${encodeURIComponent(value)}`;
    const { text: redacted, counts } = redact(text, { secretValues: [value, 'short'] });
    expect(redacted).toBe('a[redacted:environment]b "[redacted:environment]" [redacted:environment]');
    expect(counts).toEqual({ environment: 3 });
  });
});
