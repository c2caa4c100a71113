import { describe, expect, it } from 'vitest';
import { containsSecret } from '#schema/documents/redaction/contains-secret.ts';
import { redact } from '#schema/documents/redaction/redact.ts';
import { assignments, others, shapes } from '#tests/fixtures/redaction/secrets.ts';
import { survivors } from '#tests/fixtures/redaction/survivors.ts';

describe('a secret in a text', () => {
  it.each([...shapes, ...assignments, ...others])('is replaced and counted by its class: %s', (text, secret, name) => {
    const { text: redacted, counts } = redact(text);
    for (const line of secret.split('\n')) expect(redacted).not.toContain(line);
    expect(Object.keys(counts)).toContain(name);
    expect(redacted).toContain(`[redacted:${name}]`);
  });

  it.each([...shapes, ...assignments, ...others])('is gone for good: once more changes nothing: %s', (text) => {
    const once = redact(text).text;
    expect(redact(once)).toEqual({ text: once, counts: {} });
  });

  it.each(assignments.filter(([text]) => text.includes('keep')))('leaves its neighbours: %s', (text) => {
    expect(redact(text).text).toMatch(/next"?:\s?"?keep/);
  });
});

describe('what is no secret', () => {
  it.each(survivors)('survives: %s', (text) => {
    expect(redact(text)).toEqual({ text, counts: {} });
    expect(containsSecret(text)).toBe(false);
  });
});

describe('what stands beside a secret', () => {
  it.each([
    ['key: x\npassword: | # why\n  one\n\n  two\nnext: y', 'key: x\npassword: [redacted:assignment] # why\nnext: y'],
    ['- secret: >-\n    one\n  next: y', '- secret: [redacted:assignment]\n  next: y'],
    ['API_TOKEN="abc";tail more', 'API_TOKEN="[redacted:assignment]" more'],
    ['API_TOKEN=[REDACTED]leftover more', 'API_TOKEN=[REDACTED] more'],
    ['API_TOKEN="[REDACTED]";tail more', 'API_TOKEN="[REDACTED]" more'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [redacted:authorization]'],
    ['postgres://app:hunter2@db/app', 'postgres://app:[redacted:url-password]@db/app'],
  ])('stays, and what is glued to it goes: %s', (text, expected) => {
    expect(redact(text).text).toBe(expected);
  });
});
