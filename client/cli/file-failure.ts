import { CliError } from './cli-error.ts';
import { exitCodes } from './exit-codes.ts';

/** What a file system says when the place is at fault and not this program, and what a person does about it. */
const reasons: Readonly<Record<string, string>> = {
  EROFS: 'its file system may only be read. Name another place.',
  ENOSPC: 'no space is left there. Make room, then try again.',
  EDQUOT: 'your quota there is used up. Make room, then try again.',
  EACCES: 'this user may not. Change who may, or name another place.',
  EPERM: 'this user may not. Change who may, or name another place.',
  ENOTDIR: 'something above it is no folder. Name another place.',
  EIO: 'the disk failed. Look after it, then try again.',
};

/** A refusal of the file system as one of the command line, naming the path; undefined for whatever else was thrown. */
export function fileFailure(error: unknown): CliError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  // Making a folder and what is above it, Node says ENOENT of a file system that may only be read.
  const said = code === 'ENOENT' && syscall === 'mkdir' ? 'EROFS' : (code ?? '');
  const reason = reasons[said];
  // A full disk is told by the write of an open file, which names none.
  if (reason === undefined || (path === undefined && syscall !== 'write')) return undefined;
  const place = path ?? 'A file';
  return new CliError('FILE_SYSTEM', exitCodes.notAllowed, `${place} cannot be written or read (${said}): ${reason}`, {
    ...(path === undefined ? {} : { path }),
  });
}
