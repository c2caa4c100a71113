import { Command } from 'commander';
import manifest from '../../../../package.json' with { type: 'json' };
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { writeText } from '../../output/write-text.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { kernelWords } from '../../kernel-words.ts';
import { daemonStatus } from './daemon-status.ts';
import { daemonWhy } from './daemon-why.ts';
import { memberToken } from './local-daemon.ts';

interface RunOptions {
  readonly stateDir?: string;
  readonly name?: string;
}

/** `kernel daemon`: the hands of this machine. Its code is loaded only by these commands. */
export const daemonCommand = (host: Host): Command => {
  const stateDir = ['--state-dir <folder>', 'where the daemon keeps its state (KERNEL_DAEMON_DIR)'] as const;
  const dataDir = ['--data-dir <folder>', 'the data folder of the kernel up that the daemon runs beside'] as const;
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
        .option(...dataDir)
        .addHelpText('after', examples('kernel daemon status', 'kernel daemon status --json'))
        .action(runCommand(host, daemonStatus)),
    )
    .addCommand(
      new Command('why')
        .description('say in one sentence why this machine, or a runtime on it, is not offered')
        .argument('[runtime]', 'such as codex; the machine when left out')
        .option(...stateDir)
        .option(...dataDir)
        .addHelpText('after', examples('kernel daemon why', 'kernel daemon why codex'))
        .action(runCommand(host, daemonWhy)),
    );
};

async function run(call: Call, options: RunOptions): Promise<Answer> {
  const { env, stderr } = call.host;
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  const { runDaemon, defaultMachineName, stateDirToServe } = await import('#daemon/main.ts');
  const { serverUrl } = await call.signIn();
  await runDaemon({
    config: {
      ...{ serverUrl, env, kernel: kernelWords(), version: manifest.version },
      memberToken: () => memberToken(env, serverUrl),
      stateDir: options.stateDir ?? (await stateDirToServe(env, serverUrl)),
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

/** What a person can mend is a refusal of the command line; anything else is a fault and stays one. */
export function daemonFailure(error: unknown): CliError | undefined {
  if (!(error instanceof Error) || error.name !== 'DaemonError') return undefined;
  const { code } = error as Error & { code?: string };
  return new CliError(code ?? 'DAEMON', exitCodes.cannotStart, error.message);
}
