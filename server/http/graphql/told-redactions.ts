import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { notedRedactions } from '#server/redaction/noted-redactions.ts';

/** Tells the caller in `extensions.redactions`, by class, how many secrets were replaced in what they sent. */
export function useToldRedactions(): Plugin {
  return {
    onExecute: () => ({
      onExecuteDone({ result, setResult }) {
        const redactions = notedRedactions();
        if (Object.keys(redactions).length === 0 || Symbol.asyncIterator in result) return;
        const { extensions, ...rest } = result as ExecutionResult;
        setResult({ ...rest, extensions: { ...extensions, redactions: { ...redactions } } });
      },
    }),
  };
}
