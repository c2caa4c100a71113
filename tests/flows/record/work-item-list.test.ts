import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, seedWorkItem } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Sends a document that must succeed, and gives its data. */
async function ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { data, errors } = await test.graphql<Data>(query, variables);
  if (data === null || errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

describe('the list of work items', () => {
  const list = async (filter: Record<string, unknown>, page: Record<string, unknown> = {}) =>
    (
      await ask<{
        workItems: {
          totalCount: number;
          pageInfo: { endCursor: string | null; hasNextPage: boolean };
          edges: { node: { key: string } }[];
        };
      }>(
        `query ($filter: WorkItemsFilter, $first: Int, $after: String) {
          workItems(filter: $filter, first: $first, after: $after) { totalCount pageInfo { endCursor hasNextPage } edges { node { key } } } }`,
        { filter, ...page },
      )
    ).workItems;

  it('finds text in key, title and goal, in any case, and takes wildcards for what they are', async () => {
    const { key, keyPrefix: projectKey } = await seedWorkItem(test, {
      title: 'Cut 100% of Ärger',
      goal: 'snake_case\\path',
    });
    const found = async (search: string) => (await list({ projectKey, search })).edges.map(({ node }) => node.key);
    for (const search of [key.toLowerCase(), 'ärger', '100%', 'SNAKE_CASE', 'e\\p', ''])
      expect(await found(search)).toEqual([key]);
    for (const search of ['100_', 'snake%case', 'cut%ärger', 'zzz', '\\']) {
      expect(await found(search)).toEqual(search === '\\' ? [key] : []);
    }
  });

  it('is narrowed by state and project', async () => {
    const { id, key, keyPrefix: projectKey } = await seedWorkItem(test);
    await test.app.services.work.startWorkItem(test.owner, { workItem: { id }, idempotencyKey: freshKey() });
    expect((await list({ projectKey, state: 'IN_PROGRESS' })).edges).toEqual([{ node: { key } }]);
    expect(await list({ projectKey, state: 'OPEN' })).toMatchObject({ totalCount: 0, edges: [] });
    expect(await list({ projectKey: 'NOSUCH' })).toMatchObject({ totalCount: 0 });
  });

  it('answers a search that no row can hold with a refusal, not a fault', async () => {
    const { errors } = await test.graphql('query ($s: String) { workItems(filter: { search: $s }) { totalCount } }', {
      s: 'a\0b',
    });
    expect(errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });

  it('comes newest first whatever the order of insertion, and pages give every item once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 1, 2, 3, 3, 3, 4], { minLength: 8, maxLength: 8 }),
        async (minutes) => {
          const { projectId, keyPrefix: projectKey, id: seeded } = await seedWorkItem(test);
          await test.app.prisma.workItem.delete({ where: { id: seeded } });
          const { organisationId } = test.owner;
          const texts = {
            title: 't',
            goal: 'g',
            taskType: 'x',
            priority: 'LOW',
            state: 'OPEN',
          } as const;
          const rows = minutes.map((minute, i) => {
            const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
            return {
              ...texts,
              id: test.app.ids.next('wrk'),
              organisationId,
              projectId,
              key: `${projectKey}-${i + 2}`,
              createdAt,
              updatedAt: createdAt,
            };
          });
          for (const data of rows) await test.app.prisma.workItem.create({ data });
          const newestFirst = [...rows].sort(
            (a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1),
          );
          const seen: string[] = [];
          for (let after: string | null = null; ;) {
            const page = await list({ projectKey }, { first: 3, after });
            seen.push(...page.edges.map(({ node }) => node.key));
            after = page.pageInfo.endCursor;
            if (!page.pageInfo.hasNextPage) break;
          }
          expect(seen).toEqual(newestFirst.map(({ key }) => key));
        },
      ),
      propertyRuns(5),
    );
  });

  it('asks for one project or all of them, by key prefix', async () => {
    const { keyPrefix, projectId } = await seedWorkItem(test);
    const answer = await ask<{
      project: unknown;
      none: unknown;
      projects: { totalCount: number; edges: { node: { keyPrefix: string } }[] };
    }>(
      `query ($ref: ProjectRef!) { project(ref: $ref) { id workItems { totalCount } } none: project(ref: { id: "prj_x" }) { id }
        projects(first: 100) { totalCount edges { node { keyPrefix } } } }`,
      { ref: { keyPrefix } },
    );
    expect(answer).toMatchObject({ project: { id: projectId, workItems: { totalCount: 1 } }, none: null });
    const prefixes = answer.projects.edges.map(({ node }) => node.keyPrefix);
    expect(prefixes).toEqual([...prefixes].sort());
    expect(answer.projects.totalCount).toBe(prefixes.length);
  });
});
