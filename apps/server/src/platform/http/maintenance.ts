import { type Endpoint, isCapability } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * While maintenance lasts, people may look, sign in and out, and call off what they have open, and change nothing else. Staff go on working: one of them ends it.
 * By the environment it lasts as long as the server runs, by a setting until staff end it.
 */
export function refuseChanges(app: App, platform: Pick<Platform, 'config' | 'database'>): void {
  const isFixed = platform.config.maintenance;
  app.addHook('onRequest', (request, _reply, next) => {
    if (!isFixed && !settingsOf(platform).maintenance) {
      next();
      return;
    }
    const { endpoint } = request.routeOptions.config;
    next(
      endpoint === undefined || isServed(endpoint) || readingMethods.has(request.method)
        ? undefined
        : new Problem('maintenance'),
    );
  });
}

const isServed = ({ access, duringMaintenance }: Pick<Endpoint, 'access' | 'duringMaintenance'>): boolean =>
  duringMaintenance ?? (access === 'open' || isCapability(access));

/** In a process that does not trade everything that is not a look is refused, whether or not there is such a route: another process has it. */
export function refuseCommands(app: App): void {
  app.addHook('onRequest', (request, _reply, next) => {
    next(readingMethods.has(request.method) ? undefined : new Problem('service_unavailable'));
  });
}
