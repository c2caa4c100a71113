import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { CreateSignInLinkInput } from '../../graphql/graphql.ts';

const CreateSignInLinkMutation = graphql(`
  mutation CreateSignInLink($input: CreateSignInLinkInput!) {
    result: createSignInLink(input: $input) {
      __typename
      ... on CreateSignInLinkPayload {
        path
        expiresAt
      }
      ...Refusal
    }
  }
`);

/** A link that signs one browser in as the viewer, once, within a minute. Its path is in this answer alone. */
export const createSignInLink = (connection: Connection, input: Keyless<CreateSignInLinkInput>) =>
  connection.command(CreateSignInLinkMutation, input);
