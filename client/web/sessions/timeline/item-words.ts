import Activity from '@lucide/svelte/icons/activity';
import Bookmark from '@lucide/svelte/icons/bookmark';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CirclePlay from '@lucide/svelte/icons/circle-play';
import CircleX from '@lucide/svelte/icons/circle-x';
import Coins from '@lucide/svelte/icons/coins';
import FileDiff from '@lucide/svelte/icons/file-diff';
import MessageSquare from '@lucide/svelte/icons/message-square';
import OctagonAlert from '@lucide/svelte/icons/octagon-alert';
import Rocket from '@lucide/svelte/icons/rocket';
import Wrench from '@lucide/svelte/icons/wrench';
import type { Component } from 'svelte';
import type { SessionEventKind } from '../../../api/graphql/graphql.ts';
import type { SessionRecord, TimelineEntry } from '../../../api/operations/page/timeline.ts';
import { eventWords } from '../../work/history/event-words.ts';
import { costText, tokenText } from '../usage-text.ts';
import { isRecord, type TimelineItem } from './lanes.ts';

interface TimelineRowWords {
  readonly icon: Component<{ size?: number }>;
  readonly tone: 'plain' | 'good' | 'bad' | 'record';
  readonly kind: string;
  readonly text: string;
  /** All of it, for who wants more than the line has room for. */
  readonly whole: string | undefined;
  readonly facts: string;
}

const icons: Partial<Record<SessionEventKind, TimelineRowWords['icon']>> = {
  INIT: Rocket,
  STARTED: CirclePlay,
  MESSAGE: MessageSquare,
  TOOL: Wrench,
  USAGE: Coins,
  BLOCKED: OctagonAlert,
  COMPLETED: CircleCheck,
  FAILED: CircleX,
};
const tones: Partial<Record<SessionEventKind, TimelineRowWords['tone']>> = {
  COMPLETED: 'good',
  FAILED: 'bad',
  BLOCKED: 'bad',
};

/** How one line of a timeline reads. */
export const rowOf = (item: TimelineItem): TimelineRowWords => (isRecord(item) ? recordRow(item) : entryRow(item));

function recordRow({ type, data }: SessionRecord): TimelineRowWords {
  const { what, detail } = eventWords(type, data);
  const isFiles = type === 'SESSION_WORKSPACE_REPORTED';
  const about = { kind: isFiles ? 'files' : 'record', text: what, whole: undefined, facts: detail };
  return { icon: isFiles ? FileDiff : Bookmark, tone: isFiles ? 'plain' : 'record', ...about };
}

function entryRow(entry: TimelineEntry): TimelineRowWords {
  const { kind, summary, text, model } = entry;
  const facts = [
    entry.count == null || entry.count === 1 ? undefined : `×${entry.count}`,
    entry.durationMs == null ? undefined : `${(entry.durationMs / 1000).toFixed(1)} s`,
    entry.inputTokens == null ? undefined : `${tokenText(entry.inputTokens)} in`,
    entry.outputTokens == null ? undefined : `${tokenText(entry.outputTokens)} out`,
    entry.costMicroUsd == null ? undefined : costText(entry.costMicroUsd),
  ];
  return {
    icon: icons[kind] ?? Activity,
    tone: tones[kind] ?? 'plain',
    kind: kind.toLowerCase(),
    text: summary ?? text ?? model ?? '',
    whole: text ?? summary ?? undefined,
    facts: facts.filter((fact) => fact !== undefined).join(' · '),
  };
}
