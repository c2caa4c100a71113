import { redact } from '#schema/documents/redaction/redact.ts';
import { redactTexts } from '#schema/documents/redaction/redact-texts.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './compare.ts';

const MEGABYTE = 1_000_000;
const SIZE = 10 * MEGABYTE;
const ROUNDS = 5;

/** What agents write: prose, code, output with hashes, and here and there something that slipped in. */
const PAGE = `Keys rotate while sessions stay signed in; the old key verifies for one hour. See src/auth/token.ts:12.
const token = await getToken(request.headers); // primary key: user_id, revision 12
3f786850e387550fdab836ed7e6dc881de23001b  server/work/record-decision.ts | 14 ++++--
{"level":"info","message":"answered","requestId":"req_0192f0c1-7b1e-7c3e-8f00-000000000001","status":200}
`.repeat(20);
const SLIPPED = `DB_PASSWORD=${'hunter'}${2} npm test && curl -H "Authorization: Bearer ${'abc1'.repeat(8)}" https://x.example\n`;

export const benchmark: Benchmark = {
  name: 'redaction',
  description:
    'one pass of the redactor over 10 MB, against one pass of one simple regular expression (a name with a value) over the same; in processor time',
  async run(report) {
    const text = (PAGE + SLIPPED).repeat(Math.ceil(SIZE / PAGE.length)).slice(0, SIZE);
    requireRedacted(text);
    const rounds = Array.from({ length: ROUNDS }, () => ({
      subject: timeOf(() => redact(text)),
      bare: timeOf(() => text.replace(/\w+\s?[=:]\s?\S+/g, 'x')),
    }));
    const subjectMs = median(rounds.map(({ subject }) => subject));
    const ratio = median(rounds.map(({ subject, bare }) => subject / bare));
    const against = 'one regular expression';
    report({ name: 'redaction 10 MB', value: subjectMs, unit: 'ms', ratio, against });
    report({ name: 'redaction speed', value: SIZE / MEGABYTE / (subjectMs / 1_000), unit: 'MB/s' });
    const input = { statement: PAGE.slice(0, 400), rationale: PAGE.slice(0, 2_000), evidence: [PAGE.slice(0, 80)] };
    const calls = 2_000;
    const ms = timeOf(() => Array.from({ length: calls }, () => redactTexts(input).value));
    report({ name: 'redaction of one decision', value: (ms / calls) * 1_000, unit: 'µs' });
  },
};

function requireRedacted(text: string): void {
  const { assignment = 0, authorization = 0 } = redact(text).counts;
  if (assignment === 0 || authorization === 0) throw new Error('The secrets in the text were not found.');
}

/** Processor time in milliseconds, so that the other work of the machine does not count. */
function timeOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
