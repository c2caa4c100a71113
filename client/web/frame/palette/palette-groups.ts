import type { FoundAnywhere } from '../../../api/operations/page/find-anywhere.ts';
import { sessionStanding } from '../../../api/session-standing.ts';
import { runtimeName } from '../../sessions/runtime-name.ts';
import { shortId } from '../../sessions/session-words.ts';
import { router } from '../../state/router.svelte.ts';
import { lookOf } from '../../ui/data/states.ts';
import { places } from '../places.ts';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** A key, a state or whose it is, in small. */
  readonly note: string;
  readonly act: () => void;
}

interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const goTo = (href: string) => () => router.go(href);

/** The acts of the page that is shown: its buttons that name a key. */
export const actsOfPage = (): readonly PaletteEntry[] =>
  [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts]:not(:disabled)')].map((button) => {
    const label = button.textContent.trim();
    return {
      id: `act ${label}`,
      label,
      note: button.getAttribute('aria-keyshortcuts') ?? '',
      act: () => button.click(),
    };
  });

/** What fits a text, acts and places first: they are few, and whoever names one means it. */
export function paletteGroups(
  acts: readonly PaletteEntry[],
  found: FoundAnywhere,
  fits: (label: string) => boolean,
): readonly PaletteGroup[] {
  const pages = places.map(({ name, href, key }) => ({ id: href, label: name, note: `g ${key}`, act: goTo(href) }));
  return [
    { title: 'On this page', entries: acts.filter(({ label }) => fits(label)) },
    { title: 'Go to', entries: pages.filter(({ label }) => fits(label)) },
    { title: 'Work', entries: found.workItems.map(workEntry) },
    { title: 'Handoffs', entries: found.handoffs.map(handoffEntry) },
    { title: 'Sessions', entries: found.sessions.map(sessionEntry) },
    { title: 'Documents', entries: found.documents.map(documentEntry) },
  ].filter(({ entries }) => entries.length > 0);
}

const workEntry = ({ id, key, title }: FoundAnywhere['workItems'][number]): PaletteEntry => ({
  ...{ id, label: title, note: key },
  act: goTo(`/work/${key}`),
});

const handoffEntry = ({
  id,
  state,
  purpose,
  targetRuntime,
  workItem,
}: FoundAnywhere['handoffs'][number]): PaletteEntry => ({
  ...{ id, label: `${purpose} → ${runtimeName(targetRuntime)}` },
  note: `${workItem.key} · ${lookOf('handoff', state).word}`,
  act: goTo(`/handoffs/${id}`),
});

const sessionEntry = (session: FoundAnywhere['sessions'][number]): PaletteEntry => ({
  ...{ id: session.id, label: `${session.purpose} · ${runtimeName(session.runtime)}` },
  note: `${session.workItem.key} · ${lookOf('session', sessionStanding(session)).word} · ${shortId(session.id)}`,
  act: goTo(`/sessions/${session.id}`),
});

const documentEntry = ({ id, name, workItem }: FoundAnywhere['documents'][number]): PaletteEntry => ({
  ...{ id, label: name, note: workItem?.key ?? 'document' },
  act: goTo(workItem == null ? `/documents/${id}` : `/work/${workItem.key}/documents?doc=${id}`),
});
