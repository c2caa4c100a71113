import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * The absolute path of the program that `command` names: itself when it holds a slash, else the first executable file of
 * that name in the folders of PATH. A shell's functions and aliases are not looked at, since a spawn would not find them
 * either. Undefined when there is none.
 */
export async function findProgram(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (isAbsolute(command) || command.includes('/')) {
    const path = resolve(command);
    return (await isExecutable(path)) ? path : undefined;
  }
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    if (folder === '' || !isAbsolute(folder)) continue;
    const path = join(folder, command);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
