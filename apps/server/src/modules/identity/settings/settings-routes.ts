import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { addAccountHooks } from './account-hooks.ts';
import { addCloseRoute } from './close-route.ts';
import { addEmailRoutes } from './email-routes.ts';
import { addExportRoute } from './export-route.ts';
import { addFreezeRoutes } from './freeze-routes.ts';
import { addPasswordRoute } from './password-route.ts';
import { addPhraseRoute } from './phrase-route.ts';
import { addProfileRoutes } from './profile-routes.ts';
import { addSessionRoutes } from './session-routes.ts';

/** Everything on the settings page that is not a second factor. */
export function addSettingsRoutes(app: App, platform: Platform): void {
  addAccountHooks(app);
  addProfileRoutes(app, platform);
  addPasswordRoute(app, platform);
  addEmailRoutes(app, platform);
  addPhraseRoute(app, platform);
  addSessionRoutes(app, platform);
  addFreezeRoutes(app, platform);
  addExportRoute(app, platform);
  addCloseRoute(app, platform);
}
