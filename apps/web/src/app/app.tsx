import { type ReactElement, StrictMode } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRoutes } from './router.tsx';
import { basePath } from './routing/base-path.ts';
import { followSession } from './session-effects.ts';

/** The router begins to load the page with it, before anything is drawn. */
export function createApp(): ReactElement {
  const router = createBrowserRouter(createRoutes(), { basename: basePath });
  followSession(router);
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
