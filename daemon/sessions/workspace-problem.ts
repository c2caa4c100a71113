import { access, constants, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';

/** What keeps a folder from being worked in, in a sentence with what to do; undefined when nothing does. */
export async function workspaceProblem(workspace: string): Promise<string | undefined> {
  const name = JSON.stringify(workspace);
  if (!isAbsolute(workspace)) return `${name} is not an absolute path: name the whole path of the folder.`;
  try {
    if (!(await stat(workspace)).isDirectory()) return `${name} is a file on this machine: name the folder to work in.`;
    await access(workspace, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${name} ${because((error as NodeJS.ErrnoException).code)}`;
  }
}

function because(code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return 'is not there on this machine: make the folder, or name another one.';
    case 'ENOTDIR':
      return 'leads through something that is no folder: name another one.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'may not be read and written by the user that the daemon runs as: change its rights, or name another one.';
    case 'ELOOP':
      return 'is a link that leads to itself: name another folder.';
    default:
      return `cannot be entered (${code ?? 'no reason was given'}): name another folder.`;
  }
}
