import type { HandoffFieldsFragment } from '../../../api/graphql/graphql.ts';

/** What a session is started for: a work item, and the package that briefs it where there is one. */
export interface StartPlan {
  readonly workItem: { readonly id: string; readonly key: string };
  readonly handoff?:
    | (Pick<HandoffFieldsFragment, 'id' | 'targetRuntime' | 'purpose'> & {
        readonly packageHash: string;
        readonly packageVersion: number;
      })
    | undefined;
}

interface Run {
  readonly workspace: string;
  readonly machine: { readonly id: string };
}

/** The folder where sessions of this work ran last, on the chosen machine when one is chosen; empty where there is none. */
export const likelyFolder = (runs: readonly Run[], machineId: string): string =>
  runs.find(({ machine }) => machineId === '' || machine.id === machineId)?.workspace ?? '';

/** The command that starts the same session from a terminal on the machine. */
export function startCommand({ workItem, handoff }: StartPlan, runtime: string, folder: string): string {
  const what = handoff === undefined ? `${workItem.key} --runtime ${runtime}` : `--handoff ${handoff.id}`;
  return `kernel session start ${what} --workspace ${folder === '' ? '.' : quoted(folder)}`;
}

const quoted = (text: string): string =>
  /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
