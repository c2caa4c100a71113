import { Command, Option } from 'commander';
import type { SessionEventKind } from '../../../api/graphql/graphql.ts';
import { recordSessionEvents } from '../../../api/operations/sessions/sessions.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, moment, oneOf, wholeNumber } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { sessionId } from '../../references/session-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

interface EventOptions {
  readonly kind: SessionEventKind;
  readonly at?: string;
  readonly count?: number;
  readonly durationMs?: number;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costMicroUsd?: number;
  readonly summary?: string;
  readonly text?: string;
}

const KINDS = ['STARTED', 'INIT', 'MESSAGE', 'TOOL', 'USAGE', 'BLOCKED', 'COMPLETED', 'FAILED'] as const;

/** `kernel session event`: adds one entry to a session's timeline. */
export const eventCommand = (host: Host): Command =>
  new Command('event')
    .description('add an entry to a session’s timeline; the session’s sync mode says what it may hold')
    .argument('[id]', 'the session; inside one, that one')
    .addOption(
      new Option('--kind <kind>', KINDS.map((kind) => kind.toLowerCase()).join(', '))
        .argParser(oneOf(...KINDS))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--at <when>', 'when it happened; now when left out').argParser(moment))
    .option('--count <number>', 'how many of its kind it stands for', wholeNumber(0))
    .option('--duration-ms <number>', 'how long it took', wholeNumber(0))
    .option('--model <name>', 'the model it names')
    .option('--input-tokens <number>', 'tokens read', wholeNumber(0))
    .option('--output-tokens <number>', 'tokens written', wholeNumber(0))
    .option('--cost-micro-usd <number>', 'cost in millionths of a US dollar', wholeNumber(0))
    .option('--summary <text>', 'one short summary')
    .option('--text <text>', 'the text')
    .addHelpText('after', examples('kernel session event --kind usage --input-tokens 1200 --output-tokens 300'))
    .action(runCommand(host, event));

async function event(call: Call, id: string | undefined, { kind, at, ...counted }: EventOptions): Promise<Answer> {
  const { count, durationMs, model, inputTokens, outputTokens, costMicroUsd, summary, text } = counted;
  const optional = given({ count, durationMs, model, inputTokens, outputTokens, costMicroUsd, summary, text });
  const named = await sessionId(call, id);
  const { recordedCount } = await recordSessionEvents(await call.connection(), {
    sessionId: named,
    events: [{ kind, occurredAt: at ?? new Date().toISOString(), ...optional }],
    ...given({ idempotencyKey: call.key() }),
  });
  return sentence({ sessionId: named, recordedCount }, `recorded ${recordedCount} on ${named}`);
}
