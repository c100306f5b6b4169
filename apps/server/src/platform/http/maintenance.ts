import type { App } from './app.ts';
import { Problem } from './problem.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** While maintenance lasts, people may look but not change anything. Signing in and out stays open: it changes no money. */
export function refuseChanges(app: App): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined || endpoint.access === 'open' || endpoint.duringMaintenance) return;
    if (!readingMethods.has(request.method)) throw new Problem('maintenance');
  });
}
