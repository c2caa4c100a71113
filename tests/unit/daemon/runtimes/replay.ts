import { readFileSync } from 'node:fs';
import type { EventReader, ProcessExit, RuntimeEvent, Verdict } from '#daemon/runtimes/runtime-adapter.ts';

/** What a reader makes of a recorded run of a real client. */
export interface Replayed {
  readonly events: readonly RuntimeEvent[];
  readonly verdict: Verdict;
  /** The kinds in order, each with its summary. */
  readonly told: readonly string[];
}

/** Gives a recording, named by its path below tests/fixtures/runtimes, to a reader line by line, and then the exit. */
export async function replay(
  reader: EventReader,
  recording: string,
  exit: Partial<ProcessExit> = {},
): Promise<Replayed> {
  const text = readFileSync(`tests/fixtures/runtimes/${recording}.jsonl`, 'utf8');
  const events: RuntimeEvent[] = [];
  for (const line of text.split('\n')) events.push(...(await reader.read(line)));
  const verdict = reader.end({ code: 0, stderr: '', ...exit });
  return { events, verdict, told: events.map(({ kind, summary }) => [kind, summary].filter(Boolean).join(' ')) };
}
