import { expect, it } from 'vitest';
import { Turn } from '#daemon/runtimes/acp/driver/turn.ts';

/** The words of a message that comes in pieces, as they are told. */
function told(pieces: readonly string[]): string[] {
  const lines: string[] = [];
  const turn = new Turn((line) => {
    if (line.type === 'message') lines.push(line.text);
  });
  turn.begin();
  for (const text of pieces) {
    turn.take({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }
  turn.end({});
  return lines;
}

it('tells a long message in several lines, and all of it', () => {
  const pieces = Array.from({ length: 900 }, (_, at) => `sentence ${at} is about nothing in particular. `);
  const lines = told(pieces);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('')).toBe(pieces.join(''));
});

it.each([31_960, 31_980, 31_999])('never cuts a secret in two, however it comes: after %d characters', (before) => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const text = `${'word '.repeat(before / 5).slice(0, before - 1)} ${secret} and so on`;
  for (const size of [7, 1_000, text.length]) {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const lines = told(pieces).join('\n');
    expect(lines).toContain('[redacted:');
    for (let from = 0; from + 12 <= secret.length; from += 4)
      expect(lines).not.toContain(secret.slice(from, from + 12));
  }
});
