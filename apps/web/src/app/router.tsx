import { type RouteObject, redirect } from 'react-router';
import { showsKit } from '#api/mode.ts';
import { loadLayout } from './layouts/load-layout.ts';
import { SimpleLayout } from './layouts/simple-layout.tsx';
import { loadRoute } from './load-route.tsx';
import { Root } from './root.tsx';
import { kitPage, pages, redirects } from './routes.ts';
import { basePath } from './routing/base-path.ts';
import { guardLoader } from './routing/guard.ts';
import type { PageHandle, PageRoute, RedirectRoute } from './routing/route.ts';
import { RouteError } from './screens/route-error.tsx';

function pageRoute(page: PageRoute): RouteObject {
  return {
    path: page.path,
    handle: { name: page.name, title: page.title } satisfies PageHandle,
    loader: guardLoader(page),
    ErrorBoundary: RouteError,
    lazy: () => loadRoute(page.load),
  };
}

function redirectRoute({ path, to }: RedirectRoute): RouteObject {
  return { path, element: null, loader: () => redirect(to) };
}

/** The back office is another application: whoever logs in on the way to it goes on by a new page, for the address is outside the base path. */
const backOfficeRoute: RouteObject = {
  path: '/admin/*',
  element: null,
  loader: ({ request }) => redirect(request.url.replace(basePath, '')),
};

async function loadFullLayout() {
  return (await loadLayout()).FullLayout;
}

const Nothing = () => null;

/** The route table as the router wants it: every page inside its layout, every layout inside the root. */
export function createRoutes(): RouteObject[] {
  const all = showsKit() ? [...pages, kitPage] : pages;
  const withLayout = (layout: PageRoute['layout']) =>
    all.filter((page) => page.layout === layout).map(pageRoute);
  return [
    {
      Component: Root,
      ErrorBoundary: RouteError,
      // Until the first page is here, the page shows what the server wrote.
      HydrateFallback: Nothing,
      children: [
        { Component: SimpleLayout, children: withLayout('simple') },
        { lazy: () => loadRoute(loadFullLayout), children: withLayout('full') },
        ...redirects.map(redirectRoute),
        backOfficeRoute,
      ],
    },
  ];
}
