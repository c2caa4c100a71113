import { describe, expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { checkedUri } from '#server/work/artifacts/checked-uri.ts';

describe('the URI of an artifact', () => {
  it.each([
    'https://example.org/report?run=7#top',
    'http://localhost:8080/',
    'file:///srv/report.txt',
    'git+ssh://git@example.org/team/repository.git',
    'handoff://0198c3aa-0000-7000-8000-000000000001/0198c3aa-0000-7000-8000-000000000002',
    'urn:isbn:9780141036144',
    's3://bucket/key',
    'mailto:someone@example.org',
    'https://example.org/größe/漢字',
  ])('may be %s, and is kept as it came', (uri) => {
    expect(checkedUri('uri', uri)).toBe(uri);
  });

  it.each([
    ['report.txt', 'must be an absolute URI'],
    ['/srv/report.txt', 'must be an absolute URI'],
    ['//example.org/report', 'must be an absolute URI'],
    ['C:\\reports\\one.txt', 'must be an absolute URI'],
    ['https://', 'must be an absolute URI'],
    ['', 'must not be empty'],
    ['javascript:alert(1)', 'must not have the scheme javascript:'],
    ['JavaScript:alert(1)', 'must not have the scheme javascript:'],
    ['vbscript:x', 'must not have the scheme vbscript:'],
    ['data:text/html,hello', 'must not have the scheme data:'],
    ['java\nscript:alert(1)', 'white space or an invisible character'],
    [' https://example.org', 'white space or an invisible character'],
    ['https://example.org/a b', 'white space or an invisible character'],
    ['https://example.org/\u202etxt.exe', 'white space or an invisible character'],
    ['https://user:secret@example.org/', 'must not carry a user name or password'],
    ['https://token@example.org/', 'must not carry a user name or password'],
    ['postgres://user:secret@db/main', 'must not carry a user name or password'],
    ['https://example.org/\ud800', 'half of a surrogate pair'],
    ['https://example.org/\0', 'NUL character'],
    [`https://example.org/${'a'.repeat(4000)}`, 'the limit is 4000'],
  ])('may not be %j: %s', (uri, problem) => {
    expect(() => checkedUri('uri', uri)).toThrow(ValidationError);
    expect(() => checkedUri('uri', uri)).toThrow(problem);
  });

  it('is not repeated in the refusal, since it may hold a secret', () => {
    expect(() => checkedUri('uri', 'https://user:hunter2@example.org/')).toThrow(/^(?!.*hunter2)/);
  });
});
