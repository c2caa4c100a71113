/** Where the page is, as the address says; the one place that moves it. */
class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Goes to a place of the page. `replace` leaves no step behind for the browser's back. */
  go(href: string, { replace = false } = {}): void {
    if (href === `${location.pathname}${location.search}`) return;
    if (replace) history.replaceState(null, '', href);
    else history.pushState(null, '', href);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }

  /** Changes one parameter of the address and stays: what a list shows can be linked to and comes back. */
  setQuery(name: string, value: string): void {
    const query = new URLSearchParams(location.search);
    if (value === '') query.delete(name);
    else query.set(name, value);
    const text = query.toString();
    this.go(`${location.pathname}${text === '' ? '' : `?${text}`}`, { replace: true });
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  /** Links are plain links; a click on one of ours moves the page instead of loading it again. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest('a');
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    event.preventDefault();
    this.go(`${link.pathname}${link.search}`);
  }
}

export const router = new Router();
