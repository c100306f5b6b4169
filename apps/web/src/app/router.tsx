import { startTransition, useLayoutEffect, useState } from 'react';
import { Router, useRoutes } from 'react-router';
import { showsKit } from '#api/mode.ts';
import { loadLayout } from './layouts/load-layout.ts';
import { SimpleLayout } from './layouts/simple-layout.tsx';
import { loadRoute } from './load-route.tsx';
import { Root } from './root.tsx';
import { kitPage, pages, redirects } from './routes.ts';
import { basePath } from './routing/base-path.ts';
import { guard } from './routing/guard.ts';
import { type LoadedRoute, PageRouter, type RouterState, type ShownPage } from './routing/page-router.ts';
import { RouterStateContext } from './routing/router-state.ts';
import { PageBoundary } from './screens/page-boundary.tsx';

async function loadFullLayout() {
  return (await loadLayout()).FullLayout;
}

export function createRouter(): PageRouter {
  return new PageRouter({
    pages: showsKit() ? [...pages, kitPage] : pages,
    redirects,
    guard,
    load: (page) => loadRoute(page.load),
    loadLayout: async ({ layout }) =>
      layout === 'simple' ? { Component: SimpleLayout } : await loadRoute(loadFullLayout),
  });
}

const elementOf = (loaded: LoadedRoute) => ('element' in loaded ? loaded.element : <loaded.Component />);

/** Every page inside its layout, every layout inside the root. What two pages have in common stays where it is. */
function Shown({ route, layout, page }: ShownPage) {
  return useRoutes([
    {
      element: (
        <PageBoundary>
          <Root />
        </PageBoundary>
      ),
      children: [
        {
          element: <PageBoundary>{elementOf(layout)}</PageBoundary>,
          children: [{ path: route.path, element: <PageBoundary>{elementOf(page)}</PageBoundary> }],
        },
      ],
    },
  ]);
}

export function AppRouter({ router }: { router: PageRouter }) {
  const [state, setState] = useState<RouterState>(router.state);
  useLayoutEffect(() => {
    setState(router.state);
    return router.subscribe((next) => startTransition(() => setState(next)));
  }, [router]);
  if (state.shown === null) return null;
  return (
    <RouterStateContext value={state}>
      <Router basename={basePath} location={state.location} navigator={router.navigator}>
        <Shown {...state.shown} />
      </Router>
    </RouterStateContext>
  );
}
