import { StrictMode } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRoutes } from './router.tsx';
import { basePath } from './routing/base-path.ts';
import { followSession } from './session-effects.ts';

const router = createBrowserRouter(createRoutes(), { basename: basePath });
followSession(router);

export function App() {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
