/** Most entries the server gives in one page. */
export const PAGE_SIZE = 100;

/** The part of a connection that paging needs. */
export interface Page<T> {
  readonly totalCount?: number | undefined;
  readonly edges: readonly ({ readonly node: T } | null)[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
}

/** The entries of a list, up to what was asked for, and whether there were more. */
export interface Entries<T> {
  readonly entries: readonly T[];
  readonly totalCount: number | undefined;
  readonly hasMore: boolean;
}

/** The entries of a page without what pages them. */
export const nodesOf = <T>({ edges }: { readonly edges: readonly ({ readonly node: T } | null)[] }): T[] =>
  edges.flatMap((edge) => (edge === null ? [] : [edge.node]));

/** Reads pages, one after another, until `limit` entries are there or the list ends. */
export async function takePages<T>(
  limit: number,
  fetchPage: (page: { first: number; after: string | null }) => Promise<Page<T>>,
): Promise<Entries<T>> {
  const entries: T[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Page<T> = await fetchPage({ first: Math.min(PAGE_SIZE, limit - entries.length), after });
    entries.push(...nodesOf(page));
    after = page.pageInfo.endCursor ?? null;
    const hasMore = page.pageInfo.hasNextPage && after !== null;
    if (!hasMore || entries.length >= limit) return { entries, totalCount: page.totalCount, hasMore };
  }
}
