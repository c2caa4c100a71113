import type { TestApp } from '../server/test-app.ts';
import type { Rehearsed } from './rehearse.ts';

/** One entry of a session's timeline; a sync mode that lets no text out leaves the last two empty. */
export interface TimelineEntry {
  readonly kind: string;
  readonly count: number | null;
  readonly model: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costMicroUsd: number | null;
  readonly summary: string | null;
  readonly text: string | null;
}

/** What the record holds afterwards. */
export interface RehearsalRecord {
  readonly state: string;
  /** Types of the events of the work, oldest first, with what moved where. */
  readonly history: readonly string[];
  readonly handoff: { readonly state: string; readonly packageHash: string; readonly packageVersion: number };
  readonly decisions: readonly { readonly statement: string; readonly agentSession: { readonly id: string } | null }[];
  /** The timeline of each session. */
  readonly timelines: { readonly source: readonly TimelineEntry[]; readonly destination: readonly TimelineEntry[] };
  /** Paths that the first session touched. */
  readonly touched: readonly string[];
}

const query = `query Rehearsed($work: WorkItemRef!, $handoff: ID!, $source: ID!, $destination: ID!) {
  workItem(ref: $work) {
    state
    history(first: 100) { edges { node { type data { key value } } } }
    decisions(first: 50) { edges { node { statement agentSession { id } } } }
  }
  handoff(id: $handoff) { state packageHash packageVersion }
  source: agentSession(id: $source) {
    workspace(first: 100) { edges { node { path } } }
    events(first: 100) { edges { node { ...Entry } } }
  }
  destination: agentSession(id: $destination) { events(first: 100) { edges { node { ...Entry } } } }
}
fragment Entry on SessionEvent { kind count model inputTokens outputTokens costMicroUsd summary text }`;

interface Edges<Node> {
  readonly edges: readonly { readonly node: Node }[];
}

interface Answer {
  readonly workItem: {
    readonly state: string;
    /** Newest first. */
    readonly history: Edges<{ readonly type: string; readonly data: readonly { key: string; value: string }[] }>;
    readonly decisions: Edges<RehearsalRecord['decisions'][number]>;
  };
  readonly handoff: RehearsalRecord['handoff'];
  readonly source: { readonly workspace: Edges<{ readonly path: string }>; readonly events: Edges<TimelineEntry> };
  readonly destination: { readonly events: Edges<TimelineEntry> };
}

/** Asks the server, as the owner, what it holds of a rehearsal. */
export async function readRecord(server: TestApp, done: Rehearsed): Promise<RehearsalRecord> {
  const { data, errors } = await server.graphql<Answer>(query, {
    work: { key: done.key },
    handoff: done.handoffId,
    source: done.source.id,
    destination: done.destination.id,
  });
  if (data === null || errors !== undefined) throw new Error(JSON.stringify(errors));
  const { workItem, handoff, source, destination } = data;
  return {
    state: workItem.state,
    history: nodes(workItem.history)
      .reverse()
      .map(({ type, data: facts }) => {
        const to = facts.find(({ key }) => key === 'to');
        return to === undefined ? type : `${type} ${to.value}`;
      }),
    handoff,
    decisions: nodes(workItem.decisions),
    timelines: { source: nodes(source.events), destination: nodes(destination.events) },
    touched: nodes(source.workspace).map(({ path }) => path),
  };
}

const nodes = <Node>({ edges }: Edges<Node>): Node[] => edges.map(({ node }) => node);
