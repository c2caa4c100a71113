import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import { nodesOf } from '../../pages.ts';
import { foundHandoff } from '../handoffs/handoffs.ts';

const PackagePageQuery = graphql(`
  query PackagePage($id: ID!, $version: Int, $withSessions: Boolean!) {
    handoff(id: $id) {
      ...HandoffFields
      rejectedAt
      cancelledAt
      rejectedBy {
        kind
        id
        name
      }
      workItem {
        id
        key
        title
        state
      }
      sourceSession @include(if: $withSessions) {
        ...SessionName
      }
      toSession @include(if: $withSessions) {
        ...SessionName
      }
      eligibleSessions(first: 100) @include(if: $withSessions) {
        edges {
          node {
            ...SessionName
          }
        }
      }
      freshness {
        ...FreshnessCard
        look {
          head
          branch
        }
      }
      packages(first: 100) {
        edges {
          node {
            version
            hash
            compiledAt
          }
        }
      }
      package(version: $version) {
        version
        hash
        document
        markdown
        compiledAt
        compiledBy {
          kind
          id
          name
        }
        lint {
          code
          message
          path
        }
      }
    }
  }
`);

/**
 * A handoff with one version of its package (the one on offer when `version` is null) and what a person decides by.
 * `withSessions` is false for a credential that may not read sessions; then none is offered. Throws Refused NOT_FOUND.
 */
export async function fetchPackagePage(
  connection: Connection,
  id: string,
  version: number | null,
  withSessions: boolean,
) {
  const answer = await connection.ask(PackagePageQuery, { id, version, withSessions });
  const handoff = foundHandoff(answer.handoff, id);
  return {
    ...handoff,
    eligibleSessions: handoff.eligibleSessions == null ? [] : nodesOf(handoff.eligibleSessions),
    packages: nodesOf(handoff.packages),
  };
}

export type PackagePage = Awaited<ReturnType<typeof fetchPackagePage>>;
