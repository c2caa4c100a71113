import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { AttachArtifactInput, WorkItemRef } from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';
import { Refused } from '../../refused.ts';
import { found } from './work.ts';

graphql(`
  fragment ArtifactFields on Artifact {
    id
    type
    title
    version
    isLatest
    uri
    downloadPath
    sha256
    sizeBytes
    contentType
    attachedAt
    recordedBy {
      kind
      id
      name
    }
    agentSession {
      id
    }
  }
`);

const ArtifactsQuery = graphql(`
  query Artifacts($ref: WorkItemRef!, $first: Int!, $after: String, $latestOnly: Boolean!) {
    workItem(ref: $ref) {
      artifacts(first: $first, after: $after, latestOnly: $latestOnly) {
        totalCount
        edges {
          node {
            ...ArtifactFields
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

const ArtifactQuery = graphql(`
  query Artifact($id: ID!) {
    node(id: $id) {
      ... on Artifact {
        ...ArtifactFields
      }
    }
  }
`);

const AttachArtifactMutation = graphql(`
  mutation AttachArtifact($input: AttachArtifactInput!) {
    result: attachArtifact(input: $input) {
      __typename
      ... on AttachArtifactPayload {
        artifact {
          ...ArtifactFields
        }
      }
      ...Refusal
    }
  }
`);

/** What POST /uploads answers: the name of the bytes for attachArtifact, their SHA-256 in hex, and their number. */
export interface Upload {
  readonly uploadId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Artifacts of a work item, newest first; the newest version of each title unless `allVersions`. Throws Refused NOT_FOUND. */
export const listArtifacts = (connection: Connection, ref: WorkItemRef, limit: number, allVersions: boolean) =>
  takePages(limit, async (page) => {
    const variables = { ref, ...page, latestOnly: !allVersions };
    return found((await connection.ask(ArtifactsQuery, variables)).workItem, ref).artifacts;
  });

/** One artifact; throws Refused NOT_FOUND. */
export async function fetchArtifact(connection: Connection, id: string) {
  const { node } = await connection.ask(ArtifactQuery, { id });
  if (node !== null && node !== undefined && 'title' in node) return node;
  throw new Refused('NOT_FOUND', `There is no artifact ${JSON.stringify(id)} within reach of this credential.`, {
    ref: id,
  });
}

/** Sends bytes, unattached as yet. Sending the same bytes again answers with the same upload. */
export async function upload(connection: Connection, bytes: BodyInit, contentType: string): Promise<Upload> {
  const init = { method: 'POST', body: bytes, headers: { 'content-type': contentType }, duplex: 'half' };
  return (await connection.send('/uploads', init)) as Upload;
}

/** The bytes of an uploaded artifact, as they come. */
export const download = (connection: Connection, downloadPath: string): AsyncGenerator<Uint8Array> =>
  connection.bytes(downloadPath);

export const attachArtifact = (connection: Connection, input: Keyless<AttachArtifactInput>) =>
  connection.command(AttachArtifactMutation, input);
