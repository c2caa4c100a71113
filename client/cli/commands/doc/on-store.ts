import { isAbsolute, resolve } from 'node:path';
import type { loadHandoffStore } from '#daemon/cli.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';

/** All of the store that commands call, loaded when the first of them does. */
type StoreRoom = Awaited<ReturnType<typeof loadHandoffStore>>;
export type Store = ReturnType<StoreRoom['openHandoffStore']>;

export interface WorkspaceOptions {
  /** A folder; the current one when left out. */
  readonly workspace?: string;
}

export const WORKSPACE_OPTION = ['--workspace <folder>', 'the folder that is worked in; the current one'] as const;
export const SCOPE_OPTION = ['--scope <scope>', 'project: of this workspace; all: of every project here'] as const;

/** Exit codes of the store's refusals. Each has one: what the store expects is no fault of this program. */
const exitCodeByCode: Readonly<Record<InstanceType<StoreRoom['StoreError']>['code'], number>> = {
  INVALID_INPUT: exitCodes.usage,
  INVALID_DOCUMENT: exitCodes.usage,
  INVALID_CURSOR: exitCodes.usage,
  CURSOR_MISMATCH: exitCodes.usage,
  OUTSIDE_WORKSPACE: exitCodes.usage,
  INVALID_BUNDLE: exitCodes.mismatch,
  CORRUPT: exitCodes.mismatch,
  NOT_FOUND: exitCodes.notFound,
  EXISTS: exitCodes.refused,
  CONFLICT: exitCodes.refused,
  BINDING_EXISTS: exitCodes.refused,
  OUTSIDE_PROJECT: exitCodes.refused,
  GIT_FAILED: exitCodes.refused,
  UNSAFE: exitCodes.notAllowed,
  UNWRITABLE: exitCodes.notAllowed,
  NO_SPACE: exitCodes.notAllowed,
};

/**
 * Calls the store of this machine, which needs no server, with the workspace the command names. Its refusals become
 * errors of the command line that say what to do next.
 */
export async function onStore<T>(
  { host }: Call,
  options: WorkspaceOptions,
  use: (room: StoreRoom, store: Store, workspace: string) => T | Promise<T>,
): Promise<T> {
  const { loadHandoffStore } = await import('#daemon/cli.ts');
  const room = await loadHandoffStore();
  const named = options.workspace ?? host.cwd;
  const workspace = isAbsolute(named) || named.startsWith('~') ? named : resolve(host.cwd, named);
  try {
    return await use(room, room.openHandoffStore({ env: host.env }), workspace);
  } catch (error) {
    if (!(error instanceof room.StoreError)) throw error;
    const { code, message, remedy, faults } = error;
    const details = faults.length === 0 ? { remedy } : { remedy, faults };
    throw new CliError(code, exitCodeByCode[code], `${message}\n${remedy}`, details);
  }
}
