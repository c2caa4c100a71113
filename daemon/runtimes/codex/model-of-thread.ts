import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../program/parse-json.ts';

/** How much of the end of a record is read, in bytes: a turn begins with what it is about to use. */
const TAIL_BYTES = 1024 * 1024;

const turnContext = z.object({ type: z.literal('turn_context'), payload: z.object({ model: z.string() }) });

/**
 * The model of a thread's newest turn, by Codex's own record of it on this machine. Undefined where there is no record or
 * it does not tell: then nobody knows.
 */
export async function modelOfThread(home: string, threadId: string): Promise<string | undefined> {
  const path = await recordOf(join(home, 'sessions'), threadId);
  if (path === undefined) return undefined;
  const lines = (await tailOf(path)).split('\n');
  for (const line of lines.reverse()) {
    const { data } = turnContext.safeParse(parseJson(line));
    if (data !== undefined) return data.payload.model;
  }
  return undefined;
}

/** `sessions/2026/11/30/rollout-<time>-<thread>.jsonl`, of the day the thread began, the newest days first. */
async function recordOf(folder: string, threadId: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const record = entries.find((entry) => entry.isFile() && entry.name.endsWith(`-${threadId}.jsonl`));
  if (record !== undefined) return join(folder, record.name);
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of below.sort().reverse()) {
    const found = await recordOf(join(folder, name), threadId);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
