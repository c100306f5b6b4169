import { systemEndpoints } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { publicStatusOf } from '#platform/settings/public-status.ts';
import type { App } from './app.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { version } from './version.ts';

export function addSystemRoutes(app: App, platform: Platform): void {
  const { clock, config } = platform;
  serveEndpoint(app, systemEndpoints.time, () => {
    const now = clock.now();
    return { now: now.toISOString(), epoch_ms: now.getTime() };
  });
  serveEndpoint(app, systemEndpoints.status, () => ({
    name: settingsOf(platform).name,
    version,
    demo: config.demo,
    ...publicStatusOf(platform),
  }));
}
