import { onSessionLost } from '@emporion/web/api/api.ts';
import { ModalHost } from '@emporion/web/ui/modal/modal-host.tsx';
import { ToastArea } from '@emporion/web/ui/toast/toast-area.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { basePath } from './base-path.ts';
import { goToLogin } from './login.ts';
import { queryClient } from './query-client.ts';
import { createRoutes } from './routes.tsx';

onSessionLost((code) =>
  goToLogin(code === 'invalid_token' ? 'session_expired' : (code ?? 'session_expired')),
);

const router = createBrowserRouter(createRoutes(), { basename: basePath });

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastArea />
        <ModalHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
