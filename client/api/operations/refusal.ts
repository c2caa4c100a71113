import { graphql } from '../graphql/gql.ts';

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
    ... on SyncModeError {
      field
    }
    ... on AlreadySupersededError {
      supersededById
    }
  }
`);
