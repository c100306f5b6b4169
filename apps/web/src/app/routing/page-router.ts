import type { ComponentType, ReactElement } from 'react';
import { createPath, type Location, matchRoutes, type Navigator, parsePath, type To } from 'react-router';
import { basePath } from './base-path.ts';
import type { PageRoute, RedirectRoute } from './route.ts';
import { savedScroll, saveScroll } from './scroll-positions.ts';

/** What came of fetching a component; a failure is an element that says so, and is not kept. */
export type LoadedRoute = { readonly Component: ComponentType } | { readonly element: ReactElement };

export interface ShownPage {
  readonly route: PageRoute;
  readonly layout: LoadedRoute;
  readonly page: LoadedRoute;
}

export interface RouterState {
  readonly location: Location;
  /** Null until the first page is here. */
  readonly shown: ShownPage | null;
  readonly isNavigating: boolean;
  /** Where the window is scrolled to with this location: null leaves it where it is. */
  readonly scrollTo: number | 'top' | null;
}

export interface RouterOptions {
  readonly pages: readonly PageRoute[];
  readonly redirects: readonly RedirectRoute[];
  /** Where a visit is sent instead, relative to the base path, or null when it may go on. */
  guard(
    page: PageRoute,
    visit: { url: URL; params: Readonly<Record<string, string | undefined>> },
  ): Promise<string | null>;
  load(page: PageRoute): Promise<LoadedRoute>;
  loadLayout(page: PageRoute): Promise<LoadedRoute>;
}

interface Visit {
  readonly location: Location;
  /** What happens to the browser's history once the page is here; `null` where it has the location already. */
  readonly entry: 'push' | 'replace' | null;
  readonly keepsScroll?: boolean;
}

type Found = ShownPage | { readonly elsewhere: string };

/** The back office is another application: whoever logs in on the way to it goes on by a new page, for its address is outside the base path. */
const otherApplication = /^\/admin(?:[/?#]|$)/;

const randomKey = () => Math.random().toString(36).slice(2, 10);

function locationOf(to: To, state: unknown, key = randomKey()): Location {
  const { pathname = '/', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  return { pathname, search, hash, state, key };
}

function locationNow(): Location {
  const { usr = null, key = 'default' } = (window.history.state ?? {}) as { usr?: unknown; key?: string };
  const { pathname, search, hash } = window.location;
  return locationOf({ pathname, search, hash }, usr, key);
}

/**
 * Which page is shown: a visit asks the guard, fetches what the page needs, and only then are address and page changed together. Links, addresses and
 * parameters are the library's; its own router for data is three times as large and does what nothing here asks for.
 */
export class PageRouter {
  state: RouterState = { location: locationNow(), shown: null, isNavigating: false, scrollTo: null };
  readonly #options: RouterOptions;
  readonly #table: readonly { path: string; page?: PageRoute; to?: string }[];
  readonly #loaded = new Map<string, LoadedRoute>();
  readonly #listeners = new Set<(state: RouterState) => void>();
  #turn = 0;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#table = [...options.pages.map((page) => ({ path: page.path, page })), ...options.redirects];
  }

  /** For the library's links and hooks, whose addresses have the base path. */
  readonly navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    createURL: (to) => new URL(typeof to === 'string' ? to : createPath(to), window.location.origin),
    go: (by) => window.history.go(by),
    push: (to, state, { preventScrollReset } = {}) =>
      void this.#visit({
        location: locationOf(to, state),
        entry: 'push',
        keepsScroll: preventScrollReset === true,
      }),
    replace: (to, state, { preventScrollReset } = {}) =>
      void this.#visit({
        location: locationOf(to, state),
        entry: 'replace',
        keepsScroll: preventScrollReset === true,
      }),
  };

  /** Shows the page of the address bar and follows it from then on. Resolves when it is known what to draw. */
  async start(): Promise<void> {
    window.addEventListener('popstate', this.#follow);
    await this.#visit({ location: locationNow(), entry: null });
    // Another visit may have taken its place, as when the session ends meanwhile.
    if (this.state.shown === null) await this.#firstShown();
  }

  stop(): void {
    this.#turn += 1;
    window.removeEventListener('popstate', this.#follow);
  }

  subscribe(listener: (state: RouterState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `path` is relative to the base path. */
  async navigate(path: string): Promise<void> {
    await this.#visit({ location: locationOf(`${basePath}${path}`, null), entry: 'push' });
  }

  /** The guard is asked again, as after a login or a logout. The address that it forbids is left without a trace. */
  async revalidate(): Promise<void> {
    await this.#visit({ location: this.state.location, entry: null, keepsScroll: true });
  }

  #firstShown(): Promise<void> {
    return new Promise((resolve) => {
      const end = this.subscribe(({ shown }) => {
        if (shown === null) return;
        end();
        resolve();
      });
    });
  }

  readonly #follow = (): void => void this.#visit({ location: locationNow(), entry: null });

  async #visit({ location, entry, keepsScroll = false }: Visit): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const path = createPath(location).slice(basePath.length);
    if (otherApplication.test(path)) return window.location.replace(path);
    if (this.state.shown !== null) saveScroll(this.state.location);
    this.#set({ isNavigating: true });
    const found = await this.#find(location);
    // Somebody has gone on meanwhile.
    if (turn !== this.#turn) return;
    if ('elsewhere' in found) {
      const next = locationOf(`${basePath}${found.elsewhere}`, null);
      return this.#visit({ location: next, entry: entry ?? 'replace' });
    }
    const kept = { usr: location.state, key: location.key };
    if (entry === 'push') window.history.pushState(kept, '', createPath(location));
    if (entry === 'replace') window.history.replaceState(kept, '', createPath(location));
    const scrollTo = keepsScroll ? null : (savedScroll(location) ?? 'top');
    this.#set({ location, shown: found, isNavigating: false, scrollTo });
  }

  async #find(location: Location): Promise<Found> {
    const [match] = matchRoutes([...this.#table], location, basePath) ?? [];
    const page = match?.route.page;
    if (page === undefined) return { elsewhere: match?.route.to ?? '/404' };
    const url = new URL(createPath(location), window.location.origin);
    const elsewhere = await this.#options.guard(page, { url, params: match?.params ?? {} });
    if (elsewhere !== null) return { elsewhere };
    const [layout, loaded] = await Promise.all([
      this.#load(page.layout, () => this.#options.loadLayout(page)),
      this.#load(page.path, () => this.#options.load(page)),
    ]);
    return { route: page, layout, page: loaded };
  }

  async #load(name: string, load: () => Promise<LoadedRoute>): Promise<LoadedRoute> {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const loaded = await load();
    if ('Component' in loaded) this.#loaded.set(name, loaded);
    return loaded;
  }

  #set(change: Partial<RouterState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener(this.state);
  }
}
