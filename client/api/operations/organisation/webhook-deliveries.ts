import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { WebhookDeliveryFieldsFragment, WebhookDeliveryState } from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';

graphql(`
  fragment WebhookDeliveryFields on WebhookDelivery {
    id
    cause
    state
    messageId
    eventType
    createdAt
    settledAt
    attempts {
      number
      startedAt
      durationMs
      status
      problem
      answer
    }
  }
`);

const DeliveriesQuery = graphql(`
  query WebhookDeliveries($id: ID!, $first: Int!, $after: String, $state: WebhookDeliveryState) {
    webhook(id: $id) {
      deliveries(first: $first, after: $after, state: $state) {
        totalCount
        edges {
          node {
            ...WebhookDeliveryFields
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

const DeliveryQuery = graphql(`
  query WebhookDelivery($id: ID!) {
    node(id: $id) {
      __typename
      ...WebhookDeliveryFields
    }
  }
`);

const TestMutation = graphql(`
  mutation TestWebhook($input: TestWebhookInput!) {
    result: testWebhook(input: $input) {
      __typename
      ... on TestWebhookPayload {
        delivery {
          ...WebhookDeliveryFields
        }
      }
      ...Refusal
    }
  }
`);

const ReplayDeliveryMutation = graphql(`
  mutation ReplayDelivery($input: ReplayDeliveryInput!) {
    result: replayDelivery(input: $input) {
      __typename
      ... on ReplayDeliveryPayload {
        delivery {
          ...WebhookDeliveryFields
        }
      }
      ...Refusal
    }
  }
`);

/** One message to one webhook, with what was tried. */
export type Delivery = WebhookDeliveryFieldsFragment;

/** What was sent to a webhook, newest first; nothing where there is no such webhook. */
export const listDeliveries = (connection: Connection, id: string, state: WebhookDeliveryState | null, limit: number) =>
  takePages(limit, async (page) => {
    const { webhook } = await connection.ask(DeliveriesQuery, { ...page, id, state });
    return webhook?.deliveries ?? { edges: [], pageInfo: { hasNextPage: false } };
  });

/** One delivery as it stands now; null when there is none within reach. */
export async function fetchDelivery(connection: Connection, id: string): Promise<Delivery | null> {
  const { node } = await connection.ask(DeliveryQuery, { id });
  return node?.__typename === 'WebhookDelivery' ? node : null;
}

/** Has a trial message sent. */
export const testWebhook = (connection: Connection, input: { webhookId: string; idempotencyKey?: string }) =>
  connection.command(TestMutation, input);

/** Has one message sent again. */
export const replayDelivery = (connection: Connection, input: { deliveryId: string; idempotencyKey?: string }) =>
  connection.command(ReplayDeliveryMutation, input);
