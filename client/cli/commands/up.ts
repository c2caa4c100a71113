import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { CliError } from '../cli-error.ts';
import { keepCredential } from '../sign-in/credentials.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import { kernelWords } from '../kernel-words.ts';
import { given, wholeNumber } from '../options.ts';
import type { Answer } from '../output/answer.ts';
import { writeText } from '../output/write-text.ts';
import { runCommand } from '../run-command.ts';
import { examples } from './examples.ts';

interface UpOptions {
  readonly port?: number;
  readonly host?: string;
  readonly dataDir?: string;
  /** False with --no-daemon. */
  readonly daemon: boolean;
}

/** `kernel up`: runs a server here until Ctrl-C or SIGTERM. The server's code is loaded only by this command. */
export const upCommand = (host: Host): Command =>
  new Command('up')
    .alias('server')
    .description('run a server and this machine’s daemon, with a database of its own unless DATABASE_URL names one')
    .option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber(0))
    .option('--host <address>', 'address to listen on')
    .option('--data-dir <folder>', 'where the private database and the owner’s credential lie')
    .option('--no-daemon', 'run the server alone: no sessions are started on this machine')
    .addHelpText('after', examples('kernel up', 'kernel up --port 4500 --data-dir ~/kernel-data'))
    .action(runCommand(host, async (_call, options: UpOptions) => up(host, options)));

async function up(host: Host, options: UpOptions): Promise<Answer> {
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  const { runServer } = await import('#server/main.ts');
  let daemon = Promise.resolve();
  // The daemon says goodbye to the server, so that one has to end after it.
  const closing = new AbortController();
  ending.signal.addEventListener('abort', () => void daemon.finally(() => closing.abort()));
  await runServer({
    options: given({ port: options.port, host: options.host, dataDir: options.dataDir }),
    env: host.env,
    migrationsDir: builtFolder('migrations', '../../../prisma/migrations'),
    webDir: builtFolder('web', '../../../dist/web'),
    signal: closing.signal,
    onReady: async ({ url, dataDir, firstStart, ownerToken }) => {
      const kept = ownerToken === undefined ? undefined : await keepCredential(host.env, url, ownerToken);
      await writeText(host.stderr, welcome(url, dataDir, firstStart, kept));
      if (options.daemon) daemon = runDaemonBeside(host, { url, ownerToken, signal: ending.signal, ...options });
    },
  })
    .catch((error: unknown) => {
      throw startupFailure(error) ?? error;
    })
    .finally(end);
  await daemon;
  return { json: { ended: true }, text: () => '' };
}

interface Beside {
  readonly url: string;
  readonly ownerToken: string | undefined;
  readonly signal: AbortSignal;
  readonly dataDir?: string;
}

/** Runs the daemon beside the server, once that one answers. What keeps it from running is said, and the server goes on. */
async function runDaemonBeside(host: Host, { url, ownerToken, signal, dataDir }: Beside): Promise<void> {
  const { runDaemon, defaultMachineName, defaultStateDir } = await import('#daemon/main.ts');
  const { env, stderr } = host;
  const named = dataDir ?? env['KERNEL_DATA_DIR'];
  const stateDir = named === undefined || named === '' ? defaultStateDir(env) : join(resolve(named), 'daemon');
  const { version } = manifest;
  const config = { serverUrl: url, env, version, kernel: kernelWords(), memberToken: async () => ownerToken, stateDir };
  await runDaemon({ config: { ...config, machineName: defaultMachineName() }, signal }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    return writeText(stderr, `No sessions run on this machine: ${reason}\n`);
  });
}

function welcome(url: string, dataDir: string, firstStart: boolean, credentials: string | undefined): string {
  const lines = [
    `Kernel is ready at ${url}`,
    `  data         ${dataDir}${firstStart ? ' (new: an organisation and its owner were created)' : ''}`,
    credentials === undefined
      ? '  credential   this folder holds no owner’s credential: sign in with kernel login'
      : `  credential   ${credentials} — the command line signs in as the owner`,
    '  page         kernel open (signs your browser in)',
    '  next         kernel status · kernel project create AUTH "Sign-in" · kernel --help',
    '  stop         Ctrl-C',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A folder that lies beside the bundle, or at its place in the checkout when the sources run as they are. */
function builtFolder(name: string, inCheckout: string): string {
  const bundled = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL(inCheckout, import.meta.url));
}

/** What a person can mend comes with a remedy; anything else is a fault and stays one. */
function startupFailure(error: unknown): CliError | undefined {
  if (!(error instanceof Error) || error.name !== 'StartupError') return undefined;
  const { code, remedy } = error as Error & { code?: string; remedy?: string };
  const message = remedy === undefined ? error.message : `${error.message} ${remedy}`;
  return new CliError(code ?? 'CANNOT_START', exitCodes.cannotStart, message, remedy === undefined ? {} : { remedy });
}
