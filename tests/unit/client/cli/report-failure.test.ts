import { describe, expect, it } from 'vitest';
import { CliError } from '#client/cli/cli-error.ts';
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
});
