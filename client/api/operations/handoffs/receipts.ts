import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { ReceiptFieldsFragment, RecordReceiptInput } from '../../graphql/graphql.ts';
import { foundHandoff } from './handoffs.ts';

graphql(`
  fragment ReceiptFields on HandoffReceipt {
    packageVersion
    recordedAt
    recordedBy {
      kind
      id
      name
    }
    covered {
      key
      kind
      text
    }
    missing {
      key
      kind
      text
    }
  }
`);

const ReceiptQuery = graphql(`
  query Receipt($id: ID!) {
    handoff(id: $id) {
      receipt {
        ...ReceiptFields
      }
    }
  }
`);

const RecordReceiptMutation = graphql(`
  mutation RecordReceipt($input: RecordReceiptInput!) {
    result: recordReceipt(input: $input) {
      __typename
      ... on RecordReceiptPayload {
        unknown
        handoff {
          id
          receipt {
            ...ReceiptFields
          }
        }
      }
      ...Refusal
    }
  }
`);

/** What a destination said back of its package, and what it did not. */
export type Receipt = ReceiptFieldsFragment;

/** The receipt of a handoff; null while its destination has said nothing. Throws Refused NOT_FOUND. */
export const fetchReceipt = async (connection: Connection, id: string): Promise<Receipt | null> =>
  foundHandoff((await connection.ask(ReceiptQuery, { id })).handoff, id).receipt ?? null;

/** Says back statements of the package, by key or text; `unknown` counts those that name none. Adds to what was said before. */
export const recordReceipt = (connection: Connection, input: Keyless<RecordReceiptInput>) =>
  connection.command(RecordReceiptMutation, input);
