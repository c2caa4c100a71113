import { Command, Option } from 'commander';
import type { MemberRole } from '../../../api/graphql/graphql.ts';
import { createMember, listMembers } from '../../../api/operations/organisation/tokens.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { gathered, given, oneOf } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';
import { issued } from './issued.ts';

interface CreateOptions {
  readonly role: MemberRole;
  readonly scope?: string[];
}

/** `kernel member`: the people of the organisation. */
export const memberCommand = (host: Host): Command =>
  new Command('member')
    .description('add people and list them')
    .addCommand(
      new Command('create')
        .description('add a person; the secret of the first credential is shown once')
        .argument('<name>', 'the name they go by')
        .addOption(
          new Option('--role <role>', 'owner or member')
            .argParser(oneOf('OWNER', 'MEMBER'))
            .default('MEMBER', 'member'),
        )
        .option('--scope <scope>', 'what the first credential may do; everything when left out', gathered)
        .action(runCommand(host, create)),
    )
    .addCommand(
      new Command('list')
        .description('list the people of the organisation')
        .addOption(limitOption())
        .action(runCommand(host, list)),
    );

async function create(call: Call, name: string, options: CreateOptions): Promise<Answer> {
  const input = { name, role: options.role, ...given({ scopes: options.scope, idempotencyKey: call.key() }) };
  return issued(await createMember(await call.connection(), input));
}

async function list(call: Call, options: { limit: number }): Promise<Answer> {
  return listAnswer('members', await listMembers(await call.connection(), options.limit), [
    idColumn,
    wordColumn('ROLE', (row) => row.role),
    timeColumn('ADDED', (row) => row.createdAt),
    { title: 'NAME', value: (row) => row.name },
  ]);
}
