import { Command, Option } from 'commander';
import {
  createMachineToken,
  createToken,
  listTokens,
  revokeToken,
  rotateToken,
  type TokenEntry,
} from '../../../api/operations/organisation/tokens.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { expiry, gathered, given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { limitOption } from '../limit-option.ts';
import { issued } from './issued.ts';

interface CreateOptions {
  readonly scope?: string[];
  readonly machine?: string;
  readonly expires?: string;
}

/** `kernel token`: the credentials you manage. A secret is printed once, by the command that made it. */
export const tokenCommand = (host: Host): Command =>
  new Command('token')
    .description('create, list, rotate and revoke credentials')
    .addCommand(createSubcommand(host))
    .addCommand(
      new Command('list')
        .description('list the credentials you manage, newest first')
        .option('--all', 'also those that were revoked')
        .addOption(limitOption())
        .action(runCommand(host, list)),
    )
    .addCommand(
      new Command('rotate')
        .description('put a new credential in the place of a live one, which ends at once')
        .argument('<id>', 'the credential')
        .action(runCommand(host, rotate)),
    )
    .addCommand(
      new Command('revoke')
        .description('end a credential at once')
        .argument('<id>', 'the credential')
        .action(runCommand(host, revoke)),
    );

const createSubcommand = (host: Host): Command =>
  new Command('create')
    .description('make a credential of your own, or that of a machine; its secret is shown once')
    .argument('[name]', 'what to call it')
    .option('--scope <scope>', 'what it may do, such as work.read; may be given several times', gathered)
    .option('--machine <name>', 'make the credential of this machine’s daemon instead')
    .addOption(
      new Option('--expires <when>', 'when it ends by itself: a moment, or a span such as 30d or 12h').argParser(
        expiry,
      ),
    )
    .addHelpText(
      'after',
      examples(
        'kernel token create ci --scope work.read --scope handoff.read --expires 30d',
        'kernel token create --machine build-1',
      ),
    )
    .action(runCommand(host, create));

async function create(call: Call, name: string | undefined, options: CreateOptions): Promise<Answer> {
  const connection = await call.connection();
  const common = given({ expiresAt: options.expires, idempotencyKey: call.key() });
  if (options.machine !== undefined) {
    if (options.scope !== undefined)
      throw usageError('A machine’s credential has the scopes of a daemon: leave --scope out.');
    return issued(
      await createMachineToken(connection, { machineName: options.machine, ...common, ...given({ name }) }),
    );
  }
  if (name === undefined) throw usageError('Give the credential a name.');
  if (options.scope === undefined) throw usageError('Say what it may do: --scope work.read, for one.');
  return issued(await createToken(connection, { name, scopes: options.scope, ...common }));
}

async function list(call: Call, options: { all?: boolean; limit: number }): Promise<Answer> {
  const found = await listTokens(await call.connection(), options.limit, options.all === true);
  return listAnswer('tokens', found, [
    idColumn,
    wordColumn('KIND', (row) => row.kind),
    { title: 'NAME', value: (row) => row.name },
    { title: 'HOLDER', value: holderOf },
    timeColumn('CREATED', (row) => row.createdAt),
    timeColumn('LAST USED', (row) => row.lastUsedAt),
    { title: 'ENDS', value: (row) => (row.revokedAt ? 'revoked' : (row.expiresAt ?? 'never')) },
    { title: 'SCOPES', value: (row) => row.scopes.join(' ') },
  ]);
}

const holderOf = (row: TokenEntry): string => row.machine?.name ?? row.agentSession?.id ?? row.member?.name ?? '';

async function rotate(call: Call, id: string): Promise<Answer> {
  const tokenId = await resolveId(call, 'TOKEN', id);
  return issued(await rotateToken(await call.connection(), { tokenId, ...given({ idempotencyKey: call.key() }) }));
}

async function revoke(call: Call, id: string): Promise<Answer> {
  const { token } = await revokeToken(await call.connection(), await resolveId(call, 'TOKEN', id));
  return sentence({ token }, `revoked ${token.id}`);
}
