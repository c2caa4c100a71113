import { Command } from 'commander';
import { fetchLineage } from '../../../api/operations/sessions/lineage.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { lineageTree } from '../../output/lineage-tree.ts';

/** `kernel work lineage`: which session came from which, and over which handoff. */
export const lineageCommand = (host: Host): Command =>
  new Command('lineage')
    .description('show which session came from which, and over which handoff')
    .argument('[work]', 'the work item; inside a session its own')
    .action(runCommand(host, lineage));

async function lineage(call: Call, work: string | undefined): Promise<Answer> {
  const found = await fetchLineage(await call.connection(), await workItemRef(call, work));
  const notes = found.omitted === 0 ? [] : [`${found.omitted} older sessions and handoffs are not shown`];
  return { json: { lineage: found }, text: (view) => lineageTree(found, view), notes };
}
