import { isTyping } from '../is-typing.ts';

interface ListKeysArguments {
  readonly count: number;
  readonly open: (at: number) => void;
}

/** Whether Enter belongs to a link or a button that has the focus. */
const isOnControl = () => document.activeElement?.closest('a, button, summary') != null;

/** `j` and `k` move through a list, Enter opens the entry, as in a mail reader. */
export function listKeys(args: () => ListKeysArguments) {
  let chosen = $state<number>();
  const move = (by: number): void => {
    const last = args().count - 1;
    if (last >= 0) chosen = Math.max(0, Math.min(last, (chosen ?? (by > 0 ? -1 : last + 1)) + by));
  };
  return {
    /** The entry the keys stand on; undefined before the first. */
    get chosen() {
      return chosen === undefined || chosen >= args().count ? undefined : chosen;
    },
    onkeydown: (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      if (event.key === 'j') move(1);
      else if (event.key === 'k') move(-1);
      else if (event.key === 'Enter' && chosen !== undefined && !isOnControl()) args().open(chosen);
    },
  };
}
