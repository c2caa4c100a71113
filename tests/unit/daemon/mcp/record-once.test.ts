import { expect, it } from 'vitest';
import { recordOnce } from '#daemon/mcp/tools/record/record-once.ts';

/** A server that keeps one record under each key, as the real one does. */
function server() {
  const records = new Map<string, { id: number; stands: boolean }>();
  const record = async (key: string) => {
    const found = records.get(key) ?? { id: records.size + 1, stands: true };
    records.set(key, found);
    return found;
  };
  return { records, say: (...words: unknown[]) => recordOnce(words, record, ({ stands }) => stands) };
}

it('the same words record once, other words another time', async () => {
  const { records, say } = server();
  const [first, again, other] = [await say('decide', 'a'), await say('decide', 'a'), await say('decide', 'b')];
  expect(again).toBe(first);
  expect(other.id).not.toBe(first.id);
  expect(records.size).toBe(2);
});

it('words whose record was overtaken are a new record, once', async () => {
  const { records, say } = server();
  const first = await say('raise', 'no network');
  first.stands = false;
  const second = await say('raise', 'no network');
  expect(second.id).not.toBe(first.id);
  expect(await say('raise', 'no network')).toBe(second);
  expect(records.size).toBe(2);
});

it('keys are visible ASCII of a length the server takes', async () => {
  const { records, say } = server();
  await say('decide', 'ä\n😀'.repeat(5000));
  expect([...records.keys()][0]).toMatch(/^[\x21-\x7e]{1,200}$/);
});
