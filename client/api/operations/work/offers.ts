import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { OfferRecordsInput } from '../../graphql/graphql.ts';

const OfferRecordsMutation = graphql(`
  mutation OfferRecords($input: OfferRecordsInput!) {
    result: offerRecords(input: $input) {
      __typename
      ... on OfferRecordsPayload {
        offeredCount
      }
      ...Refusal
    }
  }
`);

/** Offers lines that a session left to the record. */
export const offerRecords = (connection: Connection, input: Keyless<OfferRecordsInput>) =>
  connection.command(OfferRecordsMutation, input);
