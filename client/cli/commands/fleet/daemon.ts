import { Command } from 'commander';
import manifest from '../../../../package.json' with { type: 'json' };
import { listRuntimes } from '../../../api/operations/runtimes.ts';
import { Refused } from '../../../api/refused.ts';
import { ServerUnreachable } from '../../../api/server-unreachable.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import { type Answer, sentence } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { writeText } from '../../output/write-text.ts';
import { runCommand } from '../../run-command.ts';
import { signIn } from '../../sign-in.ts';
import { examples } from '../examples.ts';
import { kernelWords } from '../../kernel-words.ts';

interface StateOptions {
  readonly stateDir?: string;
}

interface RunOptions extends StateOptions {
  readonly name?: string;
}

/** `kernel daemon`: the hands of this machine. Its code is loaded only by these commands. */
export const daemonCommand = (host: Host): Command => {
  const stateDir = ['--state-dir <folder>', 'where the daemon keeps its state (KERNEL_DAEMON_DIR)'] as const;
  return new Command('daemon')
    .description('run sessions on this machine, and show how that stands')
    .addCommand(
      new Command('run')
        .description('serve this machine until Ctrl-C or SIGTERM; sessions that run then go on')
        .option(...stateDir)
        .option('--name <name>', 'what to call the machine on its first start; its host name when left out')
        .addHelpText('after', examples('kernel daemon', 'kernel --server https://kernel.example daemon run'))
        .action(runCommand(host, (call, options: RunOptions) => run(call, options))),
      { isDefault: true },
    )
    .addCommand(
      new Command('status')
        .description('show the daemon of this machine, also without its server')
        .option(...stateDir)
        .action(runCommand(host, (call, options: StateOptions) => status(call, options))),
    )
    .addCommand(
      new Command('why')
        .description('say in one sentence why this machine, or a runtime on it, is not offered')
        .argument('[runtime]', 'such as codex; the machine when left out')
        .option(...stateDir)
        .action(
          runCommand(host, (call, runtime: string | undefined, options: StateOptions) => why(call, runtime, options)),
        ),
    );
};

async function run(call: Call, options: RunOptions): Promise<Answer> {
  const { env, stderr } = call.host;
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  const { runDaemon, defaultMachineName, defaultStateDir } = await import('#daemon/main.ts');
  const { serverUrl } = await call.signIn();
  await runDaemon({
    config: {
      ...{ serverUrl, env, kernel: kernelWords(), version: manifest.version },
      memberToken: () => memberToken(env, serverUrl),
      stateDir: options.stateDir ?? defaultStateDir(env),
      machineName: options.name ?? defaultMachineName(),
    },
    signal: ending.signal,
    onReady: ({ machineId, machineName }) =>
      writeText(
        stderr,
        `This machine is served: ${machineName} (${machineId}) at ${serverUrl}\n  stop         Ctrl-C\n`,
      ),
  }).catch((error: unknown) => {
    throw daemonFailure(error) ?? error;
  });
  return { json: { ended: true }, text: () => '' };
}

/** The credential of a member for the server, as it is now; that of a session registers no machine. */
async function memberToken(env: NodeJS.ProcessEnv, serverUrl: string): Promise<string | undefined> {
  const { token, source } = await signIn(env, serverUrl);
  return source === 'KERNEL_SESSION_TOKEN' ? undefined : token;
}

async function status(call: Call, options: StateOptions): Promise<Answer> {
  const { readLocalDaemon, defaultStateDir, whyNotOffered } = await import('#daemon/main.ts');
  const local = await readLocalDaemon(options.stateDir ?? defaultStateDir(call.host.env));
  const { holder, status: said } = local;
  const problem = whyNotOffered(local, undefined);
  return {
    json: { running: holder !== undefined, daemon: holder ?? null, status: said ?? null, problem: problem ?? null },
    text: (view) =>
      fields(
        [
          ['daemon', holder === undefined ? 'does not run' : `${holder.label}, since ${holder.since}`],
          ['server', said?.serverUrl],
          [
            'machine',
            said === undefined
              ? undefined
              : `${said.machineName}${said.machineId === null ? '' : ` (${said.machineId})`}`,
          ],
          ['last contact', said?.lastContactAt],
          [
            'runtimes',
            said?.runtimes.map(({ runtime, version, problem: why }) =>
              `${runtime} ${version ?? ''} ${why ?? 'ready'}`.replace(/ +/g, ' '),
            ),
          ],
          [
            'sessions',
            said?.sessions.map(({ workItemKey, runtime, sessionId }) => `${workItemKey} ${runtime} ${sessionId}`),
          ],
          ['reports waiting', said?.waitingReports],
          ['problem', problem],
        ],
        view,
      ),
    ...(holder === undefined ? { exitCode: exitCodes.fault } : {}),
  };
}

async function why(call: Call, runtime: string | undefined, options: StateOptions): Promise<Answer> {
  const { readLocalDaemon, defaultStateDir, whyNotOffered } = await import('#daemon/main.ts');
  const local = await readLocalDaemon(options.stateDir ?? defaultStateDir(call.host.env));
  const reason =
    whyNotOffered(local, runtime) ?? (runtime === undefined ? undefined : await serverReason(call, runtime));
  const offered = runtime === undefined ? 'This machine is offered.' : `${runtime} is offered.`;
  return {
    ...sentence({ offered: reason === undefined, reason: reason ?? null }, reason ?? offered),
    ...(reason === undefined ? {} : { exitCode: exitCodes.refused }),
  };
}

/** What only the server knows, such as whether the organisation uses the runtime; nothing where it cannot be asked. */
async function serverReason(call: Call, name: string): Promise<string | undefined> {
  try {
    const runtimes = await listRuntimes(await call.connection());
    return runtimes.find((runtime) => runtime.name === name)?.reason ?? undefined;
  } catch (error) {
    if (error instanceof ServerUnreachable || error instanceof Refused) return undefined;
    throw error;
  }
}

/** What a person can mend is a refusal of the command line; anything else is a fault and stays one. */
export function daemonFailure(error: unknown): CliError | undefined {
  if (!(error instanceof Error) || error.name !== 'DaemonError') return undefined;
  const { code } = error as Error & { code?: string };
  return new CliError(code ?? 'DAEMON', exitCodes.cannotStart, error.message);
}
