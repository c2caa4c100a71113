const COUNT = /^\(\d+\) /;

/**
 * Keeps a number before the title of the tab, whatever page sets the title; none while it is 0. Gives back how to stop.
 */
export function showInTab(count: number): () => void {
  const title = document.querySelector('title');
  const write = () => {
    const wanted = `${count > 0 ? `(${count}) ` : ''}${document.title.replace(COUNT, '')}`;
    if (document.title !== wanted) document.title = wanted;
  };
  write();
  if (title === null) return () => {};
  const observer = new MutationObserver(write);
  observer.observe(title, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
