import { z } from 'zod';
import { findProgram, type FoundProgram } from '../program/find-program.ts';
import { parseJson } from '../program/parse-json.ts';
import { runProbe } from '../program/run-probe.ts';
import { isAtLeast, versionIn } from '../program/version.ts';
import type { RuntimeCondition } from '../runtime-adapter.ts';

/** The versions whose words and events were seen. Another one is used, with a note. */
const OLDEST = '0.98.0';
const NEXT_UNSEEN = '0.172.0';

type SignIn = Pick<RuntimeCondition, 'signIn' | 'problem'>;

const doctor = z.object({
  checks: z.object({
    'auth.credentials': z.object({
      status: z.string(),
      details: z.record(z.string(), z.unknown()).catch({}),
      remediation: z.string().nullish(),
    }),
  }),
});

/** Where its program is, or why there is none. */
export const locate = (env: NodeJS.ProcessEnv): Promise<FoundProgram> => findProgram('codex', 'KERNEL_CODEX_PATH', env);

/** Asks the program for its version and who is signed in. It looks whether there is a credential and spends nothing. */
export async function detect(env: NodeJS.ProcessEnv): Promise<RuntimeCondition> {
  const found = await locate(env);
  if ('problem' in found) {
    const { problem } = found;
    return { isInstalled: false, path: null, version: null, signIn: 'UNKNOWN', isUsable: false, problem };
  }
  const { path } = found;
  const [told, { signIn, problem }] = await Promise.all([runProbe(path, ['--version'], env), signInOf(path, env)]);
  const version = versionIn(told.stdout);
  if (told.code !== 0) {
    const said = told.stderr.trim().slice(0, 300) || 'it did not answer in time';
    const broken = `${path} --version failed: ${said}. Install Codex again, or set KERNEL_CODEX_PATH.`;
    return { isInstalled: true, path, version, signIn: 'UNKNOWN', isUsable: false, problem: broken };
  }
  return { isInstalled: true, path, version, signIn, isUsable: true, problem: problem ?? noteOn(version) };
}

/**
 * `login status` knows the sign-in that is stored, and answers at once. What it does not know (a key in the environment, a
 * provider of the user's own) the doctor does, who is asked only then, as it also tries whether the provider answers.
 */
async function signInOf(path: string, env: NodeJS.ProcessEnv): Promise<SignIn> {
  if (env['CODEX_API_KEY']) return { signIn: 'SIGNED_IN', problem: null };
  const stored = await runProbe(path, ['login', 'status'], env);
  if (stored.code === 0) return { signIn: 'SIGNED_IN', problem: null };
  const answer = await runProbe(path, ['doctor', '--json'], env);
  const check = doctor.safeParse(parseJson(answer.stdout)).data?.checks['auth.credentials'];
  if (check === undefined) {
    return stored.code === null
      ? { signIn: 'UNKNOWN', problem: 'Codex did not say who is signed in; a session shows it.' }
      : { signIn: 'SIGNED_OUT', problem: SIGN_IN };
  }
  const { status, details, remediation } = check;
  if (details['model provider requires OpenAI auth'] === 'false') {
    return status === 'ok'
      ? { signIn: 'SIGNED_IN', problem: null }
      : {
          signIn: 'SIGNED_OUT',
          problem: remediation ?? 'Set the key of the model provider in the daemon’s environment.',
        };
  }
  // Here the doctor is content with OPENAI_API_KEY alone, which `codex exec` does not send.
  const isEnvOnly = details['auth env vars present'] === 'OPENAI_API_KEY';
  return status === 'ok' && !isEnvOnly
    ? { signIn: 'SIGNED_IN', problem: null }
    : { signIn: 'SIGNED_OUT', problem: isEnvOnly ? ENV_ONLY : SIGN_IN };
}

const SIGN_IN = 'Run `codex login` there, or give the daemon CODEX_API_KEY.';
const ENV_ONLY =
  'OPENAI_API_KEY alone is not sent by `codex exec`: run `printenv OPENAI_API_KEY | codex login --with-api-key`, or give the daemon CODEX_API_KEY.';

function noteOn(version: string | null): string | null {
  if (version !== null && isAtLeast(version, OLDEST) && !isAtLeast(version, NEXT_UNSEEN)) return null;
  return `Codex ${version ?? 'of an unknown version'} was never tried with Kernel: what it says may be misread.`;
}
