import { Command } from 'commander';
import { fetchFreshness } from '../../../api/operations/handoffs/freshness.ts';
import { acceptHandoff, fetchHandoff } from '../../../api/operations/handoffs/handoffs.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { packageName } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { sessionId } from '../../references/session-id.ts';
import { wholeHash } from '../../references/whole-hash.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { movedNotes } from './freshness-card.ts';
import { lookOnAccept } from './look-on-accept.ts';

interface AcceptOptions {
  readonly session?: string;
  readonly hash?: string;
  /** A folder; undefined for the current one, false for none. */
  readonly checkout?: string | false;
}

/** `kernel handoff accept`: lets a session take the package on offer. */
export const acceptCommand = (host: Host): Command =>
  new Command('accept')
    .description('let a session take a handoff on; from a checkout, say what moved since the package was compiled')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .option('--session <id>', 'the session that takes it on; inside a session that one')
    .option('--hash <hash>', 'the package you reviewed, by its whole hash; refused when another is on offer')
    .option('--checkout <folder>', 'where that session works; the current folder when left out, if it is a checkout')
    .option('--no-checkout', 'look at no checkout: the session works elsewhere')
    .addHelpText('after', examples('kernel handoff accept 7b31… --session 4f0a…'))
    .action(runCommand(host, accept));

async function accept(call: Call, id: string, options: AcceptOptions): Promise<Answer> {
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const toSessionId = await sessionId(call, options.session);
  const packageHash = options.hash === undefined ? await hashOnOffer(call, handoffId) : wholeHash(options.hash);
  const input = { handoffId, toSessionId, packageHash, ...given({ idempotencyKey: call.key() }) };
  const connection = await call.connection();
  const about = { handoffId, sessionId: toSessionId, checkout: options.checkout };
  const look = await lookOnAccept(call, about).catch(toNote);
  const { handoff } = await acceptHandoff(connection, input);
  const told = typeof look === 'string' ? look : await (look?.() ?? Promise.resolve()).catch(toNote);
  const freshness = await fetchFreshness(connection, handoffId);
  return sentence(
    { handoff, freshness },
    `accepted (${packageName(handoff.packageVersion, packageHash)}) by ${toSessionId}`,
    [...(typeof told === 'string' ? [told] : []), ...movedNotes(freshness)],
  );
}

/** A look that fails keeps nobody from accepting; what went wrong is told beside it. */
const toNote = (error: Error): string => `the checkout was not looked at: ${error.message}`;

/** The hash on offer now. A recompile between this look and the accept is refused by the server, not taken unseen. */
async function hashOnOffer(call: Call, handoffId: string): Promise<string> {
  const { packageHash } = await fetchHandoff(await call.connection(), handoffId);
  if (packageHash) return packageHash;
  throw new CliError(
    'INVALID_TRANSITION',
    exitCodes.refused,
    `Handoff ${handoffId} has no package yet. Run: kernel handoff compile ${handoffId}`,
  );
}
