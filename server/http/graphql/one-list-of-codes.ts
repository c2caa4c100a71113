import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { errorCodes } from '#server/errors.ts';

/** Gives errors that Yoga itself raises, before anything is executed, a code of our own list like all others. */
export function useOneListOfCodes(mask: (error: unknown) => Error): Plugin {
  return {
    onResultProcess(payload) {
      const { result } = payload;
      if (Array.isArray(result) || Symbol.asyncIterator in result) return;
      const { errors } = result as ExecutionResult;
      if (errors === undefined || errors.every(hasOwnCode)) return;
      payload.setResult({
        ...result,
        errors: errors.map((error) => (hasOwnCode(error) ? error : (mask(error) as GraphQLError))),
      });
    },
  };
}

const hasOwnCode = (error: GraphQLError): boolean => String(error.extensions?.['code']) in errorCodes;
