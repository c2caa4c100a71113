import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  CreateProjectInput,
  CreateWorkItemInput,
  UpdateWorkItemInput,
  WorkItemRef,
  WorkItemsFilter,
  WorkItemsOrder,
} from '../../graphql/graphql.ts';
import { nodesOf, takePages } from '../../pages.ts';
import { Refused } from '../../refused.ts';

graphql(`
  fragment ProjectFields on Project {
    id
    keyPrefix
    name
    createdAt
  }
`);

graphql(`
  fragment WorkItemFields on WorkItem {
    id
    key
    title
    state
    priority
    taskType
    revision
    createdAt
    updatedAt
  }
`);

const ProjectsQuery = graphql(`
  query Projects($first: Int!, $after: String) {
    projects(first: $first, after: $after) {
      totalCount
      edges {
        node {
          ...ProjectFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CreateProjectMutation = graphql(`
  mutation CreateProject($input: CreateProjectInput!) {
    result: createProject(input: $input) {
      __typename
      ... on CreateProjectPayload {
        project {
          ...ProjectFields
        }
      }
      ...Refusal
    }
  }
`);

const WorkItemsQuery = graphql(`
  query WorkItems(
    $filter: WorkItemsFilter
    $order: WorkItemsOrder! = NEWEST
    $first: Int!
    $after: String
    $offset: Int
  ) {
    workItems(filter: $filter, order: $order, first: $first, after: $after, offset: $offset) {
      totalCount
      edges {
        node {
          ...WorkItemFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const WorkItemQuery = graphql(`
  query WorkItem($ref: WorkItemRef!) {
    workItem(ref: $ref) {
      ...WorkItemFields
      goal
      constraints
      acceptanceCriteria
      availableCommands
      criteria {
        text
        met
      }
      project {
        id
        keyPrefix
        name
      }
      openedFrom {
        id
        ref
      }
      documents(first: 20) {
        totalCount
        edges {
          node {
            id
            ref
            name
          }
        }
      }
    }
  }
`);

const CreateWorkItemMutation = graphql(`
  mutation CreateWorkItem($input: CreateWorkItemInput!) {
    result: createWorkItem(input: $input) {
      __typename
      ... on CreateWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

const UpdateWorkItemMutation = graphql(`
  mutation UpdateWorkItem($input: UpdateWorkItemInput!) {
    result: updateWorkItem(input: $input) {
      __typename
      ... on UpdateWorkItemPayload {
        workItem {
          ...WorkItemFields
        }
      }
      ...Refusal
    }
  }
`);

graphql(`
  fragment HistoryEntry on Event {
    id
    cursor
    type
    occurredAt
    agentSessionId
    actor {
      kind
      id
      name
    }
    data {
      key
      value
    }
  }
`);

const HistoryQuery = graphql(`
  query History($ref: WorkItemRef!, $first: Int!, $after: String) {
    workItem(ref: $ref) {
      history(first: $first, after: $after) {
        edges {
          node {
            ...HistoryEntry
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

/** Projects, in the server's order. */
export const listProjects = (connection: Connection, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(ProjectsQuery, page)).projects);

export const createProject = (connection: Connection, input: Keyless<CreateProjectInput>) =>
  connection.command(CreateProjectMutation, input);

/** Work items, newest first. */
export const listWorkItems = (connection: Connection, filter: WorkItemsFilter, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(WorkItemsQuery, { ...page, filter })).workItems);

/** Work items from a place of the list in that order on, which is 0 for the first; at most PAGE_SIZE. */
export const pageOfWorkItems = async (
  connection: Connection,
  filter: WorkItemsFilter,
  order: WorkItemsOrder,
  { offset, count }: { readonly offset: number; readonly count: number },
) => (await connection.ask(WorkItemsQuery, { filter, order, first: count, offset })).workItems;

/** One work item whole, with the newest 20 of its documents; throws Refused NOT_FOUND. */
export async function fetchWorkItem(connection: Connection, ref: WorkItemRef) {
  const { documents, ...workItem } = found((await connection.ask(WorkItemQuery, { ref })).workItem, ref);
  return { ...workItem, documents: nodesOf(documents), documentCount: documents.totalCount };
}

export const createWorkItem = (connection: Connection, input: Keyless<CreateWorkItemInput>) =>
  connection.command(CreateWorkItemMutation, input);

/** Sets fields, unless somebody else did since `revision` was read. */
export const updateWorkItem = (connection: Connection, input: UpdateWorkItemInput) =>
  connection.update(UpdateWorkItemMutation, input);

/** What happened to a work item, newest first; throws Refused NOT_FOUND. */
export const listHistory = (connection: Connection, ref: WorkItemRef, limit: number) =>
  takePages(limit, async (page) => found((await connection.ask(HistoryQuery, { ref, ...page })).workItem, ref).history);

/** The work item of an answer, or the refusal the server gives for one that a command names in vain. */
export function found<T>(workItem: T | null | undefined, ref: WorkItemRef): T {
  if (workItem !== null && workItem !== undefined) return workItem;
  const name = ref.key ?? ref.id ?? '';
  throw new Refused('NOT_FOUND', `There is no work item ${JSON.stringify(name)} within reach of this credential.`, {
    ref: name,
  });
}
