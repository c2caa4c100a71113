import { Command } from 'commander';
import { stopSession } from '../../../api/operations/sessions/launches.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { type Answer, sentence } from '../../output/answer.ts';
import { lower } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';

/** `kernel session stop`: has a machine end what it runs for a session. */
export const stopCommand = (host: Host): Command =>
  new Command('stop')
    .description('have the machine end a session, with everything it started')
    .argument('<id>', 'the session')
    .action(runCommand(host, stop));

async function stop(call: Call, id: string): Promise<Answer> {
  const sessionId = await resolveId(call, 'AGENT_SESSION', id);
  const input = { sessionId, idempotencyKey: call.key() };
  const { agentSession: session } = await stopSession(await call.connection(), input);
  const told = session.status === 'CANCELLED' ? 'was called off' : 'is to stop: its machine was told';
  return sentence({ session }, `session ${session.id} ${told} (${lower(session.status)})`);
}
