import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';

/** Builds the whole HTTP application; it does not listen yet, so tests may inject requests. */
export async function buildApp(_platform: Platform, _modules: readonly ServerModule[]): Promise<App> {
  throw new Error('buildApp has no body yet.');
}
