import type { Command } from 'commander';
import { Call, type GlobalOptions } from './call.ts';
import type { Host } from './host.ts';
import type { Answer } from './output/answer.ts';
import { redactionsNote } from './output/redactions-note.ts';
import { printable } from './output/printable.ts';
import { toJson } from './output/to-json.ts';
import { viewOf } from './output/view.ts';
import { writeText } from './output/write-text.ts';

/** What a command does: given its call and its own arguments and options, it finds an answer or throws. */
export type Handler<A extends unknown[]> = (call: Call, ...args: A) => Promise<Answer>;

/**
 * Makes a commander action of a handler: builds the call from the options that every command takes, shows the answer
 * as text or JSON, and sets the exit code that the answer asks for. What the handler throws is left to the entry.
 */
export const runCommand =
  <A extends unknown[]>(host: Host, handler: Handler<A>) =>
  async (...args: unknown[]): Promise<void> => {
    const command = args.at(-1) as Command;
    const options: GlobalOptions = command.optsWithGlobals();
    const call = new Call(host, options);
    const answer = await handler(call, ...(args.slice(0, -1) as A));
    await show(host, answer, options.json === true);
    const note = redactionsNote(call.redactions);
    if (note !== '') await writeText(host.stderr, `${note}\n`);
    if (answer.exitCode !== undefined) process.exitCode = answer.exitCode;
  };

async function show(host: Host, answer: Answer, asJson: boolean): Promise<void> {
  if (answer.isWritten === true) return;
  const view = viewOf(host.stdout, host.env);
  await writeText(host.stdout, asJson ? `${toJson(answer.json, view.isTerminal)}\n` : answer.text(view));
  if (asJson || answer.notes === undefined) return;
  for (const note of answer.notes) await writeText(host.stderr, `${printable(note)}\n`);
}
