import { Command } from 'commander';
import { fetchDocument } from '../../../../api/operations/handoffs/documents.ts';
import type { Call } from '../../../call.ts';
import type { Host } from '../../../host.ts';
import { type Answer, sentence } from '../../../output/answer.ts';
import { runCommand } from '../../../run-command.ts';
import { examples } from '../../examples.ts';
import { onStore, WORKSPACE_OPTION, type WorkspaceOptions } from '../on-store.ts';
import { documentRef } from './document-ref.ts';

/** `kernel doc fetch`: a document of another machine, from the server into the store of this one. */
export const fetchCommand = (host: Host): Command =>
  new Command('fetch')
    .description('copy a document that the server has into the store of this machine; twice is once')
    .argument('<ref>', 'the document: its reference, or its id at the server or part of that')
    .option(...WORKSPACE_OPTION)
    .addHelpText('after', examples('kernel doc list --remote', 'kernel doc fetch handoff://01a2…/01a2…'))
    .action(runCommand(host, fetchOne));

async function fetchOne(call: Call, name: string, options: WorkspaceOptions): Promise<Answer> {
  const { text, ...found } = await fetchDocument(await call.connection(), await documentRef(call, name));
  const manifest = {
    schema_version: 1 as const,
    handoff_id: found.handoffId,
    name: found.name,
    created_at: `${found.createdAt.slice(0, 19)}Z`,
    sha256: found.sha256,
    origin: {
      project_id: found.originProjectId,
      handoff_id: found.handoffId,
      kind: found.kind === 'CREATE' ? ('create' as const) : ('legacy' as const),
      ...(typeof found.sourcePath === 'string' ? { source_path: found.sourcePath } : {}),
    },
  };
  return onStore(call, options, async (room, store, workspace) => {
    const document = await room.adoptHandoff(store, workspace, { manifest, document: text });
    return sentence({ document }, document.ref, document.idempotent ? ['it was there already'] : []);
  });
}
