import type { Attachment } from 'svelte/attachments';

/** Tints an element for a moment when `version` changes while it is on the page: somebody changed what it shows. */
export function flash(version: () => unknown): Attachment<HTMLElement> {
  let shown: unknown;
  let isFirst = true;
  return (element) => {
    const next = version();
    if (!isFirst && next !== shown) replay(element);
    isFirst = false;
    shown = next;
  };
}

function replay(element: HTMLElement): void {
  element.classList.remove('changed');
  // Reading a size makes the browser forget the animation that ran, so that it runs again.
  void element.offsetWidth;
  element.classList.add('changed');
}
