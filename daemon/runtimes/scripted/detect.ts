import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FoundProgram } from '../program/find-program.ts';
import type { RuntimeCondition } from '../runtime-adapter.ts';

/** The file, if there is one. */
export async function locate(program: string): Promise<FoundProgram> {
  const path = resolve(program);
  const isThere = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  return isThere ? { path } : { problem: `There is no file ${path}: KERNEL_SCRIPTED_RUNTIME names the program.` };
}

/** The program is there or not; nobody signs in to it. */
export async function detect(program: string): Promise<RuntimeCondition> {
  const found = await locate(program);
  const isInstalled = 'path' in found;
  const problem = isInstalled ? null : found.problem;
  return { isInstalled, path: resolve(program), version: null, signIn: 'SIGNED_IN', isUsable: isInstalled, problem };
}
