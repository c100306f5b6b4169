import { type ReactElement, StrictMode } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRoutes } from './router.tsx';
import { basePath } from './routing/base-path.ts';
import { followSession } from './session-effects.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** Resolves when the router knows what to draw: the page, or why it cannot be had. */
function initialized(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    }
  });
}

/** The router begins to load the page with it, before anything is drawn. */
export function createApp(): { app: ReactElement; firstPage: Promise<void> } {
  const router = createBrowserRouter(createRoutes(), { basename: basePath });
  followSession(router);
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  return { app, firstPage: initialized(router) };
}
