import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { ActorKind } from '../../graphql/graphql.ts';

const ViewerQuery = graphql(`
  query Viewer {
    viewer {
      actor {
        kind
        id
        name
      }
      role
      scopes
      tokenId
      tokenExpiresAt
      organisation {
        id
        name
      }
      agentSession {
        id
      }
      workItem {
        id
        key
      }
    }
  }
`);

/** Who a credential makes its holder. `sessionId` and `workItemId` are a session's own; null for people and machines. */
export interface Viewer {
  readonly kind: ActorKind;
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
  readonly organisation: string;
  readonly scopes: readonly string[];
  readonly tokenId: string;
  readonly expiresAt: string | null;
  readonly sessionId: string | null;
  readonly workItemId: string | null;
  readonly workItemKey: string | null;
}

/** Asks who is signed in; throws Refused UNAUTHENTICATED when nobody is. */
export async function fetchViewer(connection: Connection): Promise<Viewer> {
  const { viewer } = await connection.ask(ViewerQuery, {});
  return {
    kind: viewer.actor.kind,
    id: viewer.actor.id,
    name: viewer.actor.name,
    role: viewer.role ?? null,
    organisation: viewer.organisation.name,
    scopes: viewer.scopes,
    tokenId: viewer.tokenId,
    expiresAt: viewer.tokenExpiresAt ?? null,
    sessionId: viewer.agentSession?.id ?? null,
    workItemId: viewer.workItem?.id ?? null,
    workItemKey: viewer.workItem?.key ?? null,
  };
}
