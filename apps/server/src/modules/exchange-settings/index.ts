import { repeat } from '#platform/concurrency/repeat.ts';
import type { App } from '#platform/http/app.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { addBrandFiles } from './brand-files.ts';
import { addSettingsRoutes, addTestRoutes } from './settings-routes.ts';
import { reloadSettings } from './settings-rows.ts';

/** What another process changes counts here after this long; what this one changes counts before it is answered. */
const lookAgainMs = 2_000;

/** Settings must be known before anybody is served: without them a requirement would not hold. */
async function followSettings(app: App, platform: Platform): Promise<void> {
  await reloadSettings(platform);
  const stop = repeat(lookAgainMs, () => reloadSettings(platform), platform.log);
  app.addHook('onClose', async () => stop());
}

/** What staff set for the whole exchange while it runs. Others read it by `settingsOf`. */
export const exchangeSettingsModule: ServerModule = {
  name: 'exchange-settings',
  registerReading: followSettings,
  async register(app, platform) {
    await followSettings(app, platform);
    addBrandFiles(app, platform);
    await addSettingsRoutes(app, platform);
    addTestRoutes(app, platform);
  },
};
