import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import { takePages } from '../../pages.ts';
import { Refused } from '../../refused.ts';
import { foundHandoff } from './handoffs.ts';

graphql(`
  fragment PackageChangeFields on PackageChange {
    kind
    section
    path
    label
    before
    after
    event {
      type
      cursor
      occurredAt
      actor {
        kind
        id
        name
      }
    }
  }
`);

const PackageQuery = graphql(`
  query Package($id: ID!, $version: Int) {
    handoff(id: $id) {
      ...HandoffFields
      package(version: $version) {
        version
        hash
        document
        markdown
        lint {
          code
          message
          path
        }
      }
    }
  }
`);

const WorkHasMovedQuery = graphql(`
  query WorkHasMoved($id: ID!) {
    handoff(id: $id) {
      workHasMoved {
        hasMoved
        wouldBeHash
        changes {
          ...PackageChangeFields
        }
      }
    }
  }
`);

const PackagesQuery = graphql(`
  query Packages($id: ID!, $first: Int!, $after: String) {
    handoff(id: $id) {
      packages(first: $first, after: $after) {
        edges {
          node {
            version
            hash
            document
            recompiledHash
            compiledAt
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

const PackageDiffQuery = graphql(`
  query PackageDiff($id: ID!, $from: Int!, $to: Int!) {
    handoff(id: $id) {
      packageDiff(fromVersion: $from, toVersion: $to) {
        ...PackageChangeFields
      }
    }
  }
`);

const BriefingQuery = graphql(`
  query Briefing($id: ID!, $version: Int, $budgetBytes: Int!) {
    handoff(id: $id) {
      package(version: $version) {
        version
        hash
        briefing(budgetBytes: $budgetBytes) {
          text
          bytes
          hash
          clipped
          cuts {
            section
            omitted
            kept
          }
        }
      }
    }
  }
`);

/**
 * A handoff with one version of its package, the one on offer when `version` is null. `package` is null before the first compile. Throws Refused NOT_FOUND for the handoff and for a version it never had.
 */
export async function fetchPackage(connection: Connection, id: string, version: number | null) {
  const handoff = foundHandoff((await connection.ask(PackageQuery, { id, version })).handoff, id);
  if (version !== null) foundPackage(handoff.package, id, version);
  return handoff;
}

/**
 * Whether the work moved since the package on offer was compiled, and what changed. Null without a package, once nothing
 * can be compiled any more, and for a credential that may not read sessions, whose files the answer depends on.
 */
export async function fetchWorkHasMoved(connection: Connection, id: string) {
  try {
    return foundHandoff((await connection.ask(WorkHasMovedQuery, { id })).handoff, id).workHasMoved ?? null;
  } catch (error) {
    if (error instanceof Refused && error.code === 'FORBIDDEN') return null;
    throw error;
  }
}

/** Every version of a handoff's package, with its stored document and the hash that its record gives compiled again. */
export const listPackages = (connection: Connection, id: string, limit: number) =>
  takePages(
    limit,
    async (page) => foundHandoff((await connection.ask(PackagesQuery, { id, ...page })).handoff, id).packages,
  );

/** What differs between two versions, in the order of the document; empty when they are the same. */
export const fetchPackageDiff = async (connection: Connection, id: string, from: number, to: number) =>
  foundHandoff((await connection.ask(PackageDiffQuery, { id, from, to })).handoff, id).packageDiff;

/** The briefing that a runtime with this budget would get, and what was given up for it. */
export async function fetchBriefing(connection: Connection, id: string, version: number | null, budgetBytes: number) {
  const handoff = foundHandoff((await connection.ask(BriefingQuery, { id, version, budgetBytes })).handoff, id);
  return foundPackage(handoff.package, id, version);
}

function foundPackage<T>(found: T | null | undefined, id: string, version: number | null): T {
  if (found !== null && found !== undefined) return found;
  const what = version === null ? 'was never compiled' : `has no package v${version}`;
  throw new Refused('NOT_FOUND', `Handoff ${id} ${what}.`, { ref: id });
}
