import type { App } from './app.ts';
import { Problem } from './problem.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** While maintenance lasts, people may look but not change anything. Signing in and out stays open: it changes no money. */
export function refuseChanges(app: App): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const { endpoint } = request.routeOptions.config;
    const stays = endpoint === undefined || endpoint.access === 'open' || endpoint.duringMaintenance;
    next(stays || readingMethods.has(request.method) ? undefined : new Problem('maintenance'));
  });
}

/** In a process that does not trade everything that is not a look is refused, whether or not there is such a route: another process has it. */
export function refuseCommands(app: App): void {
  app.addHook('onRequest', (request, _reply, next) => {
    next(readingMethods.has(request.method) ? undefined : new Problem('service_unavailable'));
  });
}
