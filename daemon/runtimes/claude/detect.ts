import { z } from 'zod';
import { findProgram, type FoundProgram } from '../program/find-program.ts';
import { parseJson } from '../program/parse-json.ts';
import { runProbe } from '../program/run-probe.ts';
import { isAtLeast, versionIn } from '../program/version.ts';
import type { RuntimeCondition } from '../runtime-adapter.ts';

/** The versions whose words and events were seen. Another one is used, with a note. */
const OLDEST = '2.0.76';
const NEXT_UNSEEN = '2.2.0';

const authStatus = z.object({ loggedIn: z.boolean(), authMethod: z.string().optional() });

const SIGN_IN = 'Run `claude` there and /login, or give the daemon ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN.';

/** Where its program is, or why there is none. */
export const locate = (env: NodeJS.ProcessEnv): Promise<FoundProgram> =>
  findProgram('claude', 'KERNEL_CLAUDE_PATH', env);

/** Asks the program for its version and who is signed in. It looks whether there is a credential and spends nothing. */
export async function detect(env: NodeJS.ProcessEnv): Promise<RuntimeCondition> {
  const found = await locate(env);
  if ('problem' in found) {
    const { problem } = found;
    return { isInstalled: false, path: null, version: null, signIn: 'UNKNOWN', isUsable: false, problem };
  }
  const { path } = found;
  const [told, auth] = await Promise.all([runProbe(path, ['--version'], env), runProbe(path, ['auth', 'status'], env)]);
  const version = versionIn(told.stdout);
  if (told.code !== 0) {
    const said = told.stderr.trim().slice(0, 300) || 'it did not answer in time';
    const problem = `${path} --version failed: ${said}. Install Claude Code again, or set KERNEL_CLAUDE_PATH.`;
    return { isInstalled: true, path, version, signIn: 'UNKNOWN', isUsable: false, problem };
  }
  const status = authStatus.safeParse(parseJson(auth.stdout)).data;
  const signIn = status === undefined ? 'UNKNOWN' : status.loggedIn ? 'SIGNED_IN' : 'SIGNED_OUT';
  const problem = signIn === 'SIGNED_OUT' ? SIGN_IN : noteOn(version, signIn);
  return { isInstalled: true, path, version, signIn, isUsable: true, problem };
}

/** What is to be known of one that can be used; null when there is nothing. */
function noteOn(version: string | null, signIn: RuntimeCondition['signIn']): string | null {
  if (version === null || !isAtLeast(version, OLDEST) || isAtLeast(version, NEXT_UNSEEN)) {
    return `Claude Code ${version ?? 'of an unknown version'} was never tried with Kernel: what it says may be misread.`;
  }
  return signIn === 'UNKNOWN' ? 'Claude Code did not say who is signed in; a session shows it.' : null;
}
