import type { ComponentType } from 'react';

export type Layout = 'simple' | 'full';

/** Brings a page's code, and the texts it needs, when the page is first opened. */
export type LoadPage = () => Promise<ComponentType>;

export interface PageRoute {
  /** Relative to the base path; parameters are written `:name`, optional ones `:name?`. */
  readonly path: string;
  readonly name: string;
  readonly needsLogin: boolean;
  readonly layout: Layout;
  /** The key of the page's title. */
  readonly title: string;
  readonly load: LoadPage;
}

export interface RedirectRoute {
  readonly path: string;
  readonly to: string;
}
