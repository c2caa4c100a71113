import { Command, Option } from 'commander';
import type { SyncMode } from '../../../api/graphql/graphql.ts';
import { registerSession } from '../../../api/operations/sessions/sessions.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, oneOf } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { namedSessionId } from '../../references/session-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

interface RegisterOptions {
  readonly runtime: string;
  readonly purpose: string;
  readonly providerSession?: string;
  readonly machine?: string;
  readonly syncMode?: SyncMode;
  readonly parent?: string;
  readonly credential: boolean;
  readonly export?: boolean;
}

/** `kernel session register`: records a run of a runtime on a work item. */
export const registerCommand = (host: Host): Command =>
  new Command('register')
    .description('record a session that works on a work item; its credential is shown once')
    .argument('<work>', 'the work item, such as AUTH-1')
    .requiredOption('--runtime <name>', 'the kind of coding agent, such as codex or claude')
    .requiredOption('--purpose <text>', 'what it is started for')
    .option('--provider-session <id>', 'the runtime’s own id of this run')
    .option('--machine <name>', 'the machine it runs on')
    .addOption(
      new Option('--sync-mode <mode>', 'metadata_only, summaries or full').argParser(
        oneOf('METADATA_ONLY', 'SUMMARIES', 'FULL'),
      ),
    )
    .option('--parent <id>', 'the session it descends from')
    .option('--no-credential', 'make no credential for it')
    .option('--export', 'print lines for eval that sign this shell in as the session')
    .addHelpText(
      'after',
      examples(
        'kernel session register AUTH-1 --runtime codex --purpose "implement it"',
        'eval "$(kernel session register AUTH-1 --runtime claude --purpose review --export)"',
      ),
    )
    .action(runCommand(host, register));

async function register(call: Call, work: string, options: RegisterOptions): Promise<Answer> {
  const parentSessionId = await namedSessionId(call, options.parent);
  const connection = await call.connection();
  const { agentSession, credential } = await registerSession(connection, {
    workItem: await workItemRef(call, work),
    runtime: options.runtime,
    purpose: options.purpose,
    withCredential: options.credential,
    ...given({
      providerSessionId: options.providerSession,
      machineName: options.machine,
      syncMode: options.syncMode,
      parentSessionId,
      idempotencyKey: call.key(),
    }),
  });
  const secret = credential ?? null;
  const isLost = options.credential && secret === null;
  return {
    json: { session: agentSession, credential: secret },
    text: () => (options.export === true ? exports(connection.serverUrl, secret) : summary(agentSession.id, secret)),
    notes: isLost ? ['this session was registered before: its credential was shown then, and is not shown again'] : [],
  };
}

const summary = (id: string, secret: string | null): string =>
  `registered ${id}\n${secret === null ? '' : `credential ${secret} (shown once)\n`}`;

/** Both values are free of quotes: a URL in normal form, and a secret in base64url. */
const exports = (serverUrl: string, secret: string | null): string =>
  `export KERNEL_SERVER_URL='${serverUrl}'\n${secret === null ? '' : `export KERNEL_SESSION_TOKEN='${secret}'\n`}`;
