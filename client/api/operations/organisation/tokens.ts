import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  CreateMachineTokenInput,
  CreateMemberInput,
  CreateTokenInput,
  RotateTokenInput,
  TokenKind,
} from '../../graphql/graphql.ts';
import { type Entries, takePages } from '../../pages.ts';

graphql(`
  fragment TokenFields on Token {
    id
    kind
    name
    scopes
    createdAt
    expiresAt
    revokedAt
    lastUsedAt
    member {
      id
      name
      role
    }
    machine {
      id
      name
    }
    agentSession {
      id
    }
  }
`);

const TokensQuery = graphql(`
  query Tokens($first: Int!, $after: String, $includeRevoked: Boolean!, $kinds: [TokenKind!]) {
    tokens(first: $first, after: $after, includeRevoked: $includeRevoked, kinds: $kinds) {
      totalCount
      edges {
        node {
          ...TokenFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CreateTokenMutation = graphql(`
  mutation CreateToken($input: CreateTokenInput!) {
    result: createToken(input: $input) {
      __typename
      ... on CreateTokenPayload {
        secret
        token {
          ...TokenFields
        }
      }
      ...Refusal
    }
  }
`);

const CreateMachineTokenMutation = graphql(`
  mutation CreateMachineToken($input: CreateMachineTokenInput!) {
    result: createMachineToken(input: $input) {
      __typename
      ... on CreateMachineTokenPayload {
        secret
        token {
          ...TokenFields
        }
      }
      ...Refusal
    }
  }
`);

const RotateTokenMutation = graphql(`
  mutation RotateToken($input: RotateTokenInput!) {
    result: rotateToken(input: $input) {
      __typename
      ... on RotateTokenPayload {
        secret
        token {
          ...TokenFields
        }
      }
      ...Refusal
    }
  }
`);

const RevokeTokenMutation = graphql(`
  mutation RevokeToken($input: RevokeTokenInput!) {
    result: revokeToken(input: $input) {
      __typename
      ... on RevokeTokenPayload {
        token {
          ...TokenFields
        }
      }
      ...Refusal
    }
  }
`);

const MembersQuery = graphql(`
  query Members($first: Int!, $after: String) {
    members(first: $first, after: $after) {
      totalCount
      edges {
        node {
          id
          name
          role
          createdAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CreateMemberMutation = graphql(`
  mutation CreateMember($input: CreateMemberInput!) {
    result: createMember(input: $input) {
      __typename
      ... on CreateMemberPayload {
        secret
        member {
          id
          name
          role
          createdAt
        }
        token {
          ...TokenFields
        }
      }
      ...Refusal
    }
  }
`);

/** The credentials the viewer manages, newest first: of these kinds, or of all. */
export const listTokens = (
  connection: Connection,
  limit: number,
  includeRevoked: boolean,
  kinds: readonly TokenKind[] | null = null,
) => {
  const wanted = { includeRevoked, kinds: kinds === null ? null : [...kinds] };
  return takePages(limit, async (page) => (await connection.ask(TokensQuery, { ...page, ...wanted })).tokens);
};

/** A further credential of the viewer's own. Its secret is in this answer alone. */
export const createToken = (connection: Connection, input: Keyless<CreateTokenInput>) =>
  connection.command(CreateTokenMutation, input);

/** The credential of one machine's daemon. Its secret is in this answer alone. */
export const createMachineToken = (connection: Connection, input: Keyless<CreateMachineTokenInput>) =>
  connection.command(CreateMachineTokenMutation, input);

/** A new credential in the place of a live one, which ends at once. */
export const rotateToken = (connection: Connection, input: Keyless<RotateTokenInput>) =>
  connection.command(RotateTokenMutation, input);

/** Ends a credential at once; ending an ended one changes nothing. */
export const revokeToken = (connection: Connection, tokenId: string) =>
  connection.update(RevokeTokenMutation, { tokenId });

/** The people of the organisation, in the order in which they were added. */
export const listMembers = (connection: Connection, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(MembersQuery, page)).members);

/** Adds a person, with a first credential whose secret is in this answer alone. */
export const createMember = (connection: Connection, input: Keyless<CreateMemberInput>) =>
  connection.command(CreateMemberMutation, input);

/** One of the credentials, as lists show it. */
export type TokenEntry = Awaited<ReturnType<typeof listTokens>> extends Entries<infer T> ? T : never;
