import { type ReactElement, StrictMode } from 'react';
import { AppRouter, createRouter } from './router.tsx';
import { followSession } from './session-effects.ts';

/** The router begins to load the page with it, before anything is drawn; `firstPage` resolves when it is known what to draw: the page, or why it cannot be had. */
export function createApp(): { app: ReactElement; firstPage: Promise<void> } {
  const router = createRouter();
  const firstPage = router.start();
  followSession(router);
  const app = (
    <StrictMode>
      <AppRouter router={router} />
    </StrictMode>
  );
  return { app, firstPage };
}
