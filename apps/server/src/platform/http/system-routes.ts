import { systemEndpoints } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { version } from './version.ts';

export function addSystemRoutes(app: App, { clock, config }: Platform): void {
  serveEndpoint(app, systemEndpoints.time, () => {
    const now = clock.now();
    return { now: now.toISOString(), epoch_ms: now.getTime() };
  });
  serveEndpoint(app, systemEndpoints.status, () => ({
    name: 'Emporion',
    version,
    demo: config.demo,
    maintenance: config.maintenance,
  }));
}
