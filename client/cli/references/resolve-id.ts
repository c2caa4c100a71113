import { findIds } from '../../api/operations/ids.ts';
import type { Call } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { givenId, idKinds, type IdKind } from './id-fragment.ts';

/**
 * The whole id for what was typed: used as it is when whole, looked up when it is the beginning or the end of one.
 * Throws when nothing fits (exit code 3) and when several do, naming them.
 */
export async function resolveId(call: Call, kind: IdKind, text: string): Promise<string> {
  const given = givenId(kind, text);
  if ('whole' in given) return given.whole;
  if ('problem' in given) throw usageError(`${given.problem}.`);
  const { noun } = idKinds[kind];
  const found = await findIds(await call.connection(), kind, given.fragment);
  const [first, ...others] = found;
  if (first === undefined) {
    const message = `There is no ${noun} within reach whose id begins or ends with ${given.fragment}.`;
    throw new CliError('NOT_FOUND', exitCodes.notFound, message, { ref: text });
  }
  if (others.length === 0) return first.id;
  const message = `${JSON.stringify(text)} fits more than one ${noun}. Give more of the id:`;
  throw new CliError('AMBIGUOUS_ID', exitCodes.usage, message, { candidates: found });
}
