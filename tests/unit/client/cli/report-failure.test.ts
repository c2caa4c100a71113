import { describe, expect, it } from 'vitest';
import { CliError } from '#client/cli/cli-error.ts';
import { fileFailure } from '#client/cli/file-failure.ts';
import { reportFailure } from '#client/cli/output/report-failure.ts';
import { viewOf } from '#client/cli/output/view.ts';
import { joined, random } from '#tests/fixtures/redaction/fabricate.ts';

const token = joined('gh', 'p_', random(36));
const view = viewOf(process.stderr, { NO_COLOR: '1' });

describe('a failure of the command line', () => {
  it('says what was wrong, without the secrets of the command line and of the environment', () => {
    const error = new CliError('USAGE', 2, `unknown option --${token} for a-value-of-ours`, { ref: token });
    expect(reportFailure(error, false, view, ['a-value-of-ours'])).toBe(
      'error: unknown option --[redacted:github-token] for [redacted:environment]\n',
    );
    expect(JSON.parse(reportFailure(error, true, view))).toMatchObject({
      error: { code: 'USAGE', exitCode: 2, ref: '[redacted:github-token]' },
    });
  });

  it.each([
    ['EROFS', 'open', /^\/data\/x cannot be written or read \(EROFS\): its file system may only be read/],
    ['ENOENT', 'mkdir', /^\/data\/x cannot be written or read \(EROFS\)/],
    ['ENOSPC', 'write', /no space is left there/],
  ])('names the place that the file system refuses (%s)', (code, syscall, words) => {
    const failure = fileFailure(Object.assign(new Error(code), { code, syscall, path: '/data/x' }));
    expect(failure).toMatchObject({ code: 'FILE_SYSTEM', exitCode: 5, details: { path: '/data/x' } });
    expect(failure?.message).toMatch(words);
  });

  it('leaves a fault of its own what it is', () => {
    expect(fileFailure(new TypeError('x is undefined'))).toBeUndefined();
    const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '/data/x' });
    expect(fileFailure(missing)).toBeUndefined();
  });
});
