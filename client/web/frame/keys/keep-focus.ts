const REGIONS = 'li, ul, ol, section, form, article, aside, main';
const PASSING = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Keeps the focus where one was when what had it goes: a button whose act removes it, an entry of a list, a dialog whose
 * opener is gone. The opener has it again where it is still there, else the nearest region around its place, from where
 * Tab goes on. Whoever leaves a control by themselves is left alone. Gives back how to stop.
 */
export function keepFocus(): () => void {
  /** What had the focus last outside of dialogs and menus, and what it stands in, from the inside out. */
  let place: readonly HTMLElement[] = [];
  let frame = 0;

  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest(PASSING) === null) place = pathOf(target);
  };
  const forget = ({ target, relatedTarget }: FocusEvent): void => {
    // Something that is removed may say that it lost the focus before it is gone.
    queueMicrotask(() => {
      if (relatedTarget === null && target === place[0] && place[0]?.isConnected === true) place = [];
    });
  };
  const restore = (): void => {
    if (document.activeElement !== document.body || document.querySelector(PASSING) !== null) return;
    const nearest = place.find((one, at) => one.isConnected && (at === 0 || one.matches(REGIONS)));
    if (nearest === undefined) return;
    if (nearest !== place[0] && !nearest.hasAttribute('tabindex')) nearest.tabIndex = -1;
    nearest.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || place.length === 0) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

function pathOf(element: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one !== null; one = one.parentElement) path.push(one);
  return path;
}
