import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { WorkItemRef } from '../../graphql/graphql.ts';

const Start = graphql(`
  mutation StartWorkItem($input: StartWorkItemInput!) {
    result: startWorkItem(input: $input) {
      __typename
      ... on StartWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

const Block = graphql(`
  mutation BlockWorkItem($input: BlockWorkItemInput!) {
    result: blockWorkItem(input: $input) {
      __typename
      ... on BlockWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

const Unblock = graphql(`
  mutation UnblockWorkItem($input: UnblockWorkItemInput!) {
    result: unblockWorkItem(input: $input) {
      __typename
      ... on UnblockWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

const Submit = graphql(`
  mutation SubmitWorkItem($input: SubmitWorkItemInput!) {
    result: submitWorkItem(input: $input) {
      __typename
      ... on SubmitWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

const Complete = graphql(`
  mutation CompleteWorkItem($input: CompleteWorkItemInput!) {
    result: completeWorkItem(input: $input) {
      __typename
      ... on CompleteWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

const Cancel = graphql(`
  mutation CancelWorkItem($input: CancelWorkItemInput!) {
    result: cancelWorkItem(input: $input) {
      __typename
      ... on CancelWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

const Reopen = graphql(`
  mutation ReopenWorkItem($input: ReopenWorkItemInput!) {
    result: reopenWorkItem(input: $input) {
      __typename
      ... on ReopenWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

interface StateInput {
  readonly workItem: WorkItemRef;
  readonly idempotencyKey?: string | undefined;
}

/** The commands on a work item's state, by their verbs. Each answers with the work item in its new state. */
export const changeWorkItemState = {
  start: (connection: Connection, input: StateInput) => connection.command(Start, input),
  block: (connection: Connection, input: StateInput) => connection.command(Block, input),
  unblock: (connection: Connection, input: StateInput) => connection.command(Unblock, input),
  submit: (connection: Connection, input: StateInput) => connection.command(Submit, input),
  complete: (connection: Connection, input: StateInput) => connection.command(Complete, input),
  cancel: (connection: Connection, input: StateInput) => connection.command(Cancel, input),
  reopen: (connection: Connection, input: StateInput) => connection.command(Reopen, input),
} as const;

export type StateVerb = keyof typeof changeWorkItemState;
