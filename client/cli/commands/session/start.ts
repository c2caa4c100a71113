import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { fetchHandoff } from '../../../api/operations/handoffs/handoffs.ts';
import type { SyncMode } from '../../../api/graphql/graphql.ts';
import { startSession } from '../../../api/operations/sessions/launches.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, oneOf, wholeNumber } from '../../options.ts';
import { type Answer, sentence } from '../../output/answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

interface StartOptions {
  readonly runtime?: string;
  readonly handoff?: string;
  readonly purpose?: string;
  readonly machine?: string;
  readonly workspace?: string;
  readonly syncMode?: SyncMode;
  readonly timeoutMinutes?: number;
}

/** `kernel session start`: asks a machine to run a session. */
export const startCommand = (host: Host): Command =>
  new Command('start')
    .description('have a machine run a session, briefed from a handoff’s package or from the work item')
    .argument('[work]', 'the work item, such as AUTH-1; that of the handoff when left out')
    .option('--runtime <name>', 'the runtime, such as codex or claude; the handoff’s target when left out')
    .option('--handoff <id>', 'the handoff whose package briefs it')
    .option('--purpose <text>', 'what it is started for')
    .option('--machine <id>', 'the machine; one that serves the runtime when left out')
    .option('--workspace <folder>', 'the folder to work in, on that machine; the current one when left out')
    .addOption(
      new Option('--sync-mode <mode>', 'what its timeline may hold: metadata_only, summaries or full').argParser(
        oneOf('METADATA_ONLY', 'SUMMARIES', 'FULL'),
      ),
    )
    .option('--timeout-minutes <minutes>', 'how long it may run; 120 when left out', wholeNumber(1))
    .addHelpText(
      'after',
      examples(
        'kernel session start AUTH-1 --runtime codex',
        'kernel session start --handoff 7b31 --workspace ~/code/auth',
      ),
    )
    .action(runCommand(host, start));

async function start(call: Call, work: string | undefined, options: StartOptions): Promise<Answer> {
  const connection = await call.connection();
  const { handoff, machine, workspace, runtime, purpose, syncMode, timeoutMinutes } = options;
  const handoffId = handoff === undefined ? undefined : await resolveId(call, 'HANDOFF', handoff);
  const machineId = machine === undefined ? undefined : await resolveId(call, 'MACHINE', machine);
  const workItem =
    work === undefined && handoffId !== undefined
      ? { id: (await fetchHandoff(connection, handoffId)).workItem.id }
      : await workItemRef(call, work);
  const { agentSession: session } = await startSession(connection, {
    workItem,
    ...given({ handoffId, machineId, runtime, purpose, syncMode, timeoutMinutes }),
    workspace: resolve(call.host.cwd, workspace ?? '.'),
    idempotencyKey: call.key(),
  });
  const on = session.machine?.name ?? 'a machine';
  return sentence(
    { session },
    `session ${session.id} was requested on ${on}: ${session.runtime} on ${session.workItem.key}`,
    [`kernel session show ${session.id} tells how it goes`],
  );
}
