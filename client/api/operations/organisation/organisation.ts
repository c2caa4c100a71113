import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';

const OrganisationQuery = graphql(`
  query OrganisationSettings {
    viewer {
      organisation {
        id
        name
        eventRetentionDays
      }
    }
  }
`);

const SetEventRetentionMutation = graphql(`
  mutation SetEventRetention($input: SetEventRetentionInput!) {
    result: setEventRetention(input: $input) {
      __typename
      ... on SetEventRetentionPayload {
        organisation {
          id
          name
          eventRetentionDays
        }
      }
      ...Refusal
    }
  }
`);

/** The viewer's organisation with its settings. */
export const fetchOrganisation = async (connection: Connection) =>
  (await connection.ask(OrganisationQuery, {})).viewer.organisation;

/** Says for how many days events are kept; null keeps all of them. */
export const setEventRetention = (connection: Connection, days: number | null) =>
  connection.update(SetEventRetentionMutation, { days });
