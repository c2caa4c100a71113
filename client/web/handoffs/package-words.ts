import type { CompileResult, RejectReason } from '../../api/graphql/graphql.ts';

/** Characters of a hash that name it among people. */
const SHOWN = 8;

/** A package as people name it: `v3, 9f2c1a8b…`. */
export const packageName = (version: number, hash: string): string => `v${version}, ${hash.slice(0, SHOWN)}…`;

/** What a compile did, in words. */
export function compileSentence(result: CompileResult, version: number, hash: string): string {
  const sentences: Record<CompileResult, string> = {
    COMPILED: 'compiled',
    RECOMPILED: 'package recompiled',
    UNCHANGED: 'package unchanged',
  };
  return `${sentences[result]} (${packageName(version, hash)})`;
}

/** The typed reasons of a rejection, as people and the command line say them. */
export const rejectReasons: readonly { readonly value: RejectReason; readonly label: string; readonly note: string }[] =
  [
    { value: 'MISSING_CONTEXT', label: 'missing_context', note: 'Something the next session needs is not in it.' },
    { value: 'WRONG_RUNTIME', label: 'wrong_runtime', note: 'Another runtime should take it on.' },
    { value: 'SUPERSEDED', label: 'superseded', note: 'Something else takes its place.' },
    { value: 'OTHER', label: 'other', note: 'The note says why.' },
  ];
