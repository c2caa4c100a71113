import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { AcceptOfferInput, DismissOfferInput, WorkItemRef } from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';
import { found } from './work.ts';

const OffersQuery = graphql(`
  query Offers($ref: WorkItemRef!, $first: Int!, $after: String, $state: RecordOfferState) {
    workItem(ref: $ref) {
      offers(first: $first, after: $after, state: $state) {
        totalCount
        edges {
          node {
            id
            kind
            text
            source
            state
            offeredAt
            settledAt
            agentSession {
              id
              runtime
            }
            decision {
              id
            }
            blocker {
              id
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const AcceptOfferMutation = graphql(`
  mutation AcceptOffer($input: AcceptOfferInput!) {
    result: acceptOffer(input: $input) {
      __typename
      ... on AcceptOfferPayload {
        offer {
          id
          state
          decision {
            id
          }
          blocker {
            id
          }
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

/** The lines that sessions of a work item left, oldest first; only unsettled ones unless `withSettled`. Throws Refused NOT_FOUND. */
export const listOffers = (connection: Connection, ref: WorkItemRef, limit: number, withSettled: boolean) =>
  takePages(limit, async (page) => {
    const variables = { ref, ...page, state: withSettled ? null : ('OFFERED' as const) };
    return found((await connection.ask(OffersQuery, variables)).workItem, ref).offers;
  });

/** Puts a line that a session left on the record, as what it offers to be. */
export const acceptOffer = (connection: Connection, input: Keyless<AcceptOfferInput>) =>
  connection.command(AcceptOfferMutation, input);

/** Lets a line that a session left be. */
export const dismissOffer = (connection: Connection, input: Keyless<DismissOfferInput>) =>
  connection.command(DismissOfferMutation, input);
