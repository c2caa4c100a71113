/** The server of the tests that kill one: what `kernel up` runs, in a process of its own, told about on the standard output. */
import { runServer } from '#server/main.ts';
import { StartupError } from '#server/startup-error.ts';

const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());

const tell = (fact: unknown): void => void process.stdout.write(`${JSON.stringify(fact)}\n`);

try {
  await runServer({
    options: {},
    env: process.env,
    migrationsDir: 'prisma/migrations',
    webDir: process.env['KERNEL_WEB_DIR'],
    signal: ending.signal,
    onReady: (ready) => tell({ ready }),
  });
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  const { code, message, remedy } = error;
  tell({ failure: { code, message, remedy } });
  process.exitCode = 1;
}
