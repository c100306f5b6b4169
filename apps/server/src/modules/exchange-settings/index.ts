import type { App } from '#platform/http/app.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { adoptDefaults } from '#platform/settings/exchange-settings.ts';
import { reloadOn } from '#platform/signals/signals.ts';
import { brandDefaults } from './brand-defaults.ts';
import { addBrandFiles } from './brand-files.ts';
import { addFilesForMachines } from './files-for-machines.ts';
import { addManifest } from './manifest.ts';
import { addSettingsRoutes, addTestRoutes } from './settings-routes.ts';
import { reloadSettings } from './settings-rows.ts';

export { drawCoinLogo, writeCoinLogo } from './coin-logos.ts';
export { reloadSettings } from './settings-rows.ts';

/** The settings as they count now, in memory. Whoever writes in our name before the routes are there calls it first. */
export async function loadSettings(
  platform: Pick<Platform, 'config' | 'database'>,
  { isReading = false } = {},
): Promise<void> {
  adoptDefaults(platform, await brandDefaults(platform, { isReading }));
  await reloadSettings(platform);
}

/** Settings must be known before anybody is served: without them a requirement would not hold. */
async function followSettings(app: App, platform: Platform, { isReading = true } = {}): Promise<void> {
  await loadSettings(platform, { isReading });
  reloadOn(app, platform, 'settings_changed', () => reloadSettings(platform));
}

/** What staff set for the whole exchange while it runs. Others read it by `settingsOf`. */
export const exchangeSettingsModule: ServerModule = {
  name: 'exchange-settings',
  registerReading: (app, platform) => followSettings(app, platform),
  async register(app, platform) {
    await followSettings(app, platform, { isReading: false });
    addBrandFiles(app, platform);
    addManifest(app, platform);
    addFilesForMachines(app, platform);
    await addSettingsRoutes(app, platform);
    addTestRoutes(app, platform);
  },
};
