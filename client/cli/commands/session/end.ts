import { Command, Option } from 'commander';
import type { SessionEnd } from '../../../api/graphql/graphql.ts';
import { endSession } from '../../../api/operations/sessions/sessions.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, oneOf } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { lower } from '../../output/words.ts';
import { sessionId } from '../../references/session-id.ts';
import { runCommand } from '../../run-command.ts';

interface EndOptions {
  readonly status: SessionEnd;
  readonly reason?: string;
}

/** `kernel session end`: ends a session, and its credential with it. */
export const endCommand = (host: Host): Command =>
  new Command('end')
    .description('end a session, and its credential with it')
    .argument('[id]', 'the session; inside one, that one')
    .addOption(
      new Option('--status <status>', 'completed, failed or cancelled')
        .argParser(oneOf('COMPLETED', 'FAILED', 'CANCELLED'))
        .default('COMPLETED', 'completed'),
    )
    .option('--reason <text>', 'why, in a sentence')
    .action(runCommand(host, end));

async function end(call: Call, id: string | undefined, { status, reason }: EndOptions): Promise<Answer> {
  const input = { sessionId: await sessionId(call, id), status, ...given({ reason, idempotencyKey: call.key() }) };
  const { agentSession } = await endSession(await call.connection(), input);
  return sentence({ session: agentSession }, `${agentSession.id} is ${lower(agentSession.status)}`);
}
