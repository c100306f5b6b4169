import { ErrorState } from '@emporion/web/ui/state/error-state.tsx';
import type { RouteObject } from 'react-router';
import { Loading } from '#kit/loading.tsx';
import { allPages } from './all-pages.ts';
import { Entry } from './entry.tsx';
import { NotFound } from './not-found.tsx';
import type { Page } from './page.ts';
import { PageFrame } from './page-frame.tsx';

function PageError() {
  return <ErrorState title="This page could not be shown." onRetry={() => window.location.reload()} />;
}

function pageRoute(page: Page): RouteObject {
  return {
    path: page.path,
    ErrorBoundary: PageError,
    lazy: async () => {
      const Content = await page.load();
      return {
        element: (
          <PageFrame page={page}>
            <Content />
          </PageFrame>
        ),
      };
    },
  };
}

export function createRoutes(): RouteObject[] {
  return [
    {
      path: 'setup',
      ErrorBoundary: PageError,
      HydrateFallback: Loading,
      lazy: async () => ({ Component: (await import('#setup/setup-page.tsx')).SetupPage }),
    },
    {
      path: 'recover',
      ErrorBoundary: PageError,
      HydrateFallback: Loading,
      lazy: async () => ({ Component: (await import('#setup/recover-page.tsx')).RecoverPage }),
    },
    {
      Component: Entry,
      ErrorBoundary: PageError,
      HydrateFallback: Loading,
      children: [...allPages.map(pageRoute), { path: '*', Component: NotFound }],
    },
  ];
}
