import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RuntimeCondition } from '../runtime-adapter.ts';

/** The program is there or not; nobody signs in to it. */
export async function detect(program: string): Promise<RuntimeCondition> {
  const path = resolve(program);
  const isInstalled = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const problem = isInstalled ? null : `There is no file ${path}: KERNEL_SCRIPTED_RUNTIME names the program.`;
  return { isInstalled, path, version: null, signIn: 'SIGNED_IN', isUsable: isInstalled, problem };
}
