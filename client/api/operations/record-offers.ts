import type { Connection, Keyless } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import type { AcceptOfferInput, DismissOfferInput } from '../graphql/graphql.ts';

const AcceptOfferMutation = graphql(`
  mutation AcceptOffer($input: AcceptOfferInput!) {
    result: acceptOffer(input: $input) {
      __typename
      ... on AcceptOfferPayload {
        offer {
          id
          state
        }
      }
      ...Refusal
    }
  }
`);

const DismissOfferMutation = graphql(`
  mutation DismissOffer($input: DismissOfferInput!) {
    result: dismissOffer(input: $input) {
      __typename
      ... on DismissOfferPayload {
        offer {
          id
          state
        }
      }
      ...Refusal
    }
  }
`);

/** Puts a line that a session left on the record, as what it offers to be. */
export const acceptOffer = (connection: Connection, input: Keyless<AcceptOfferInput>) =>
  connection.command(AcceptOfferMutation, input);

/** Lets a line that a session left be. */
export const dismissOffer = (connection: Connection, input: Keyless<DismissOfferInput>) =>
  connection.command(DismissOfferMutation, input);
