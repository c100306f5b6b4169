import { marketHaltEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { cancelDraft } from './drafts.ts';
import { previewRules } from './preview.ts';

export function addRuleRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, marketHaltEndpoints.previewRules, ({ params: { pair }, body }) =>
    previewRules(platform, pair, body),
  );
  serveEndpoint(app, marketHaltEndpoints.cancelDraft, (call) => cancelDraft(platform, call, call.params));
}
