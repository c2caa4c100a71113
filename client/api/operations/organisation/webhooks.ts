import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  CreateWebhookInput,
  EnableWebhookInput,
  ReplayWebhookInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  WebhookFieldsFragment,
} from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';

graphql(`
  fragment WebhookFields on Webhook {
    id
    name
    url
    types
    workItem {
      id
      key
    }
    project {
      id
      keyPrefix
    }
    state
    disabledReason
    disabledAt
    failedAttempts
    failingSince
    nextAttemptAt
    overlapEndsAt
    createdAt
  }
`);

const WebhooksQuery = graphql(`
  query Webhooks($first: Int!, $after: String) {
    webhooks(first: $first, after: $after) {
      totalCount
      edges {
        node {
          ...WebhookFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const WebhookQuery = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      ...WebhookFields
    }
  }
`);

const CreateMutation = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    result: createWebhook(input: $input) {
      __typename
      ... on CreateWebhookPayload {
        secret
        webhook {
          ...WebhookFields
        }
      }
      ...Refusal
    }
  }
`);

const UpdateMutation = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    result: updateWebhook(input: $input) {
      __typename
      ... on UpdateWebhookPayload {
        webhook {
          ...WebhookFields
        }
      }
      ...Refusal
    }
  }
`);

const EnableMutation = graphql(`
  mutation EnableWebhook($input: EnableWebhookInput!) {
    result: enableWebhook(input: $input) {
      __typename
      ... on EnableWebhookPayload {
        lost
        webhook {
          ...WebhookFields
        }
      }
      ...Refusal
    }
  }
`);

const DisableMutation = graphql(`
  mutation DisableWebhook($input: DisableWebhookInput!) {
    result: disableWebhook(input: $input) {
      __typename
      ... on DisableWebhookPayload {
        webhook {
          ...WebhookFields
        }
      }
      ...Refusal
    }
  }
`);

const DeleteMutation = graphql(`
  mutation DeleteWebhook($input: DeleteWebhookInput!) {
    result: deleteWebhook(input: $input) {
      __typename
      ... on DeleteWebhookPayload {
        webhookId
      }
      ...Refusal
    }
  }
`);

const RotateMutation = graphql(`
  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
    result: rotateWebhookSecret(input: $input) {
      __typename
      ... on RotateWebhookSecretPayload {
        secret
        webhook {
          ...WebhookFields
        }
      }
      ...Refusal
    }
  }
`);

const ReplayWebhookMutation = graphql(`
  mutation ReplayWebhook($input: ReplayWebhookInput!) {
    result: replayWebhook(input: $input) {
      __typename
      ... on ReplayWebhookPayload {
        events
        webhook {
          ...WebhookFields
        }
      }
      ...Refusal
    }
  }
`);

/** One webhook as lists show it; never its secret. */
export type WebhookEntry = WebhookFieldsFragment;

/** The organisation's webhooks, in the order in which they were set up. */
export const listWebhooks = (connection: Connection, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(WebhooksQuery, page)).webhooks);

/** One webhook; null when there is none within reach. */
export const fetchWebhook = async (connection: Connection, id: string) =>
  (await connection.ask(WebhookQuery, { id })).webhook ?? null;

/** Sets up a webhook. Its signing secret is in this answer alone. */
export const createWebhook = (connection: Connection, input: Keyless<CreateWebhookInput>) =>
  connection.command(CreateMutation, input);

/** Changes what a webhook is told, or where. */
export const updateWebhook = (connection: Connection, input: UpdateWebhookInput) =>
  connection.update(UpdateMutation, input);

/** Tells a webhook of events again. */
export const enableWebhook = (connection: Connection, input: EnableWebhookInput) =>
  connection.update(EnableMutation, input);

/** Stops telling a webhook of events. */
export const disableWebhook = (connection: Connection, webhookId: string) =>
  connection.update(DisableMutation, { webhookId });

/** Removes a webhook with its secrets and the log of its deliveries. */
export const deleteWebhook = (connection: Connection, webhookId: string) =>
  connection.update(DeleteMutation, { webhookId });

/** Gives a webhook another signing secret, which is in this answer alone. */
export const rotateWebhookSecret = (connection: Connection, input: Keyless<RotateWebhookSecretInput>) =>
  connection.command(RotateMutation, input);

/** Has a webhook told again of everything since a moment. */
export const replayWebhook = (connection: Connection, input: Keyless<ReplayWebhookInput>) =>
  connection.command(ReplayWebhookMutation, input);
