import { vi } from 'vitest';
import { type ApiServer, startApiServer } from './api-server.ts';

/** A real server that answers the application's one client, which asks its own origin. */
export async function serveApi(): Promise<ApiServer> {
  const server = await startApiServer();
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    // The page of the test has signals of another make, which the real fetch refuses.
    realFetch(`${server.origin}${path}`, { ...init, signal: null }),
  );
  const close = server.close;
  return Object.assign(server, {
    close: async () => {
      vi.stubGlobal('fetch', realFetch);
      await close();
    },
  });
}
