import { graphql } from './graphql/gql.ts';
import { Refused } from './refused.ts';

/** What every command asks of a refusal: the code, the sentence, and the typed fields that help to decide. */
graphql(`
  fragment Refusal on UserError {
    code
    message
    ... on ValidationError {
      field
    }
    ... on NotFoundError {
      ref
    }
    ... on InvalidTransitionError {
      from
      command
      allowed
    }
    ... on StaleRevisionError {
      currentRevision
    }
    ... on StalePackageError {
      currentVersion
      currentHash
    }
    ... on SessionNotEligibleError {
      reason
    }
    ... on RuntimeNotOfferedError {
      runtimeName
    }
    ... on StaleFenceError {
      currentFence
    }
    ... on SyncModeError {
      field
    }
    ... on AlreadySupersededError {
      supersededById
    }
  }
`);

/** The payload among the members of a result union. */
export type PayloadOf<R extends { __typename: string }> = Extract<R, { __typename: `${string}Payload` }>;

/**
 * Opens a result union: returns its payload, or throws Refused with the code, the message and the typed fields of the
 * refusal. The document must select `__typename` and the `Refusal` fragment.
 */
export function payloadOf<R extends { __typename: string }>(result: R): PayloadOf<R> {
  if (isPayload(result)) return result;
  const { __typename: type, code, message, ...details } = result as R & { code?: unknown; message?: unknown };
  throw new Refused(
    typeof code === 'string' ? code : 'UNKNOWN_REFUSAL',
    typeof message === 'string' ? message : `The server refused with ${type}, which this client does not know.`,
    details,
  );
}

function isPayload<R extends { __typename: string }>(result: R): result is PayloadOf<R> {
  return result.__typename.endsWith('Payload');
}
