interface Crumb {
  readonly label: string;
  readonly href: string;
}

/** The way to the page that is shown; each page says its own. */
class Crumbs {
  trail = $state.raw<readonly Crumb[]>([]);
}

export const crumbs = new Crumbs();

/** For a page: its way, kept up to date while it is shown. */
export function useCrumbs(trail: () => readonly Crumb[]): void {
  $effect(() => {
    crumbs.trail = trail();
  });
}
