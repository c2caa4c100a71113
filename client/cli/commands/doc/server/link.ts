import { Command } from 'commander';
import { linkDocument } from '../../../../api/operations/handoffs/documents.ts';
import type { Call } from '../../../call.ts';
import type { Host } from '../../../host.ts';
import { type Answer, sentence } from '../../../output/answer.ts';
import { workItemRef } from '../../../references/work-item-ref.ts';
import { runCommand } from '../../../run-command.ts';
import { examples } from '../../examples.ts';
import { documentRef } from './document-ref.ts';

/** `kernel doc link`: says which work item a document is about. */
export const linkCommand = (host: Host): Command =>
  new Command('link')
    .description('say which work item a document at the server is about')
    .argument('<ref>', 'the document: its reference, or its id at the server or part of that')
    .argument('<work>', 'the work item, such as AUTH-1')
    .addHelpText('after', examples('kernel doc link handoff://01a2…/01a2… AUTH-1'))
    .action(runCommand(host, link));

async function link(call: Call, name: string, work: string): Promise<Answer> {
  const [document, workItem] = [await documentRef(call, name), await workItemRef(call, work)];
  const linked = await linkDocument(await call.connection(), { document, workItem });
  return sentence(
    { document: linked.document },
    `${linked.document.name} is about ${linked.document.workItem?.key ?? work}`,
  );
}
