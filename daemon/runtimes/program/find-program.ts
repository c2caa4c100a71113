import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Where installers put programs that the PATH of a service may lack, below the home. */
const BELOW_HOME = ['.local/bin', '.claude/local', '.npm-global/bin', '.bun/bin'];
const ELSEWHERE = ['/usr/local/bin', '/opt/homebrew/bin'];

/** A program as an absolute path, or why there is none and what to do, in a sentence. */
export type FoundProgram = { readonly path: string } | { readonly problem: string };

/**
 * Finds a program: at the path that `variable` of the environment names, and nowhere else when it names one; else on the
 * PATH and in the places of common installers. What a shell calls by an alias or a function is no program, and is not found.
 */
export async function findProgram(name: string, variable: string, env: NodeJS.ProcessEnv): Promise<FoundProgram> {
  const named = env[variable];
  if (named !== undefined && named !== '') {
    const path = resolve(named);
    if (await isProgram(path)) return { path };
    return { problem: `${variable} names ${JSON.stringify(path)}, which is no program that can be run: correct it.` };
  }
  for (const folder of folders(env)) {
    const path = join(folder, name);
    if (await isProgram(path)) return { path };
  }
  const problem =
    `There is no program ${name} on the PATH of the daemon. Install it, or set ${variable} to its path; ` +
    `a shell function or an alias of that name is no program, and \`type -a ${name}\` shows what it runs.`;
  return { problem };
}

/** An entry of the PATH that is not absolute would name another folder in each workspace: it is passed over. */
function folders(env: NodeJS.ProcessEnv): string[] {
  const onPath = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const home = env['HOME'] || homedir();
  return [...onPath, ...BELOW_HOME.map((folder) => join(home, folder)), ...ELSEWHERE];
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
