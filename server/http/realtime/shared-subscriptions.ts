import { createSourceEventStream, type ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { PulledResults } from './pulled-results.ts';
import { SocketOperation } from './socket-operation.ts';
import type { ViewerGroups } from './viewer-groups.ts';

/**
 * Runs subscriptions on every transport: each viewer has its own place in the log, and shares the execution of an event
 * with those who see the same of it. A stream that fails ends with one last result whose `errors` say why.
 */
export function useSharedSubscriptions(groups: ViewerGroups): Plugin {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        const source = await groups.inTurn(() => createSourceEventStream(args));
        if (!(Symbol.asyncIterator in source)) return source;
        const { rootValue } = args;
        const outlet = rootValue instanceof SocketOperation ? rootValue.results : new PulledResults();
        return groups.open(source[Symbol.asyncIterator](), args, outlet);
      });
    },
  };
}
