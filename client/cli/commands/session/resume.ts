import { Command } from 'commander';
import { resumeSession } from '../../../api/operations/sessions/launches.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, wholeNumber } from '../../options.ts';
import { type Answer, sentence } from '../../output/answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel session resume`: has the machine of an ended session go on with the run of its runtime. */
export const resumeCommand = (host: Host): Command =>
  new Command('resume')
    .description('have the machine go on with the runtime’s own run of an ended session, as a new session')
    .argument('<id>', 'the session, which has ended')
    .option('--timeout-minutes <minutes>', 'how long it may run; 120 when left out', wholeNumber(1))
    .addHelpText('after', examples('kernel session resume 4f0a…'))
    .action(runCommand(host, resume));

async function resume(
  call: Call,
  id: string,
  { timeoutMinutes }: { readonly timeoutMinutes?: number },
): Promise<Answer> {
  const sessionId = await resolveId(call, 'AGENT_SESSION', id);
  const input = { sessionId, ...given({ timeoutMinutes }), idempotencyKey: call.key() };
  const { agentSession: session } = await resumeSession(await call.connection(), input);
  const on = session.machine?.name ?? 'its machine';
  return sentence(
    { session },
    `session ${session.id} was requested on ${on}: it goes on with the ${session.runtime} run of ${sessionId}`,
    [`kernel session show ${session.id} tells how it goes`],
  );
}
