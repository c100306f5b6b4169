import { createHash } from 'node:crypto';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { setMarketsRevision } from '#platform/settings/public-status.ts';
import { reloadOn } from '#platform/signals/signals.ts';
import { forgetMarkets, readMarkets, readTradingRules } from './market-cache.ts';
import { rulesOnWire } from './rules-on-wire.ts';

/**
 * Keeps the revision of coins and pairs in the public status, so that open pages read them again when
 * something is switched. Triggers of the tables signal each change to every process.
 */
export async function followMarkets(app: App, platform: Platform): Promise<void> {
  const reload = async () => {
    forgetMarkets(platform);
    setMarketsRevision(platform, await revisionOf(platform));
  };
  await reload();
  reloadOn(app, platform, 'markets_changed', reload);
}

/** The same in every process: a hash of what visitors may read. */
async function revisionOf(platform: Platform): Promise<string> {
  const [{ coins, pairs }, trading] = await Promise.all([readMarkets(platform), readTradingRules(platform)]);
  const shown = JSON.stringify([coins, pairs, [...rulesOnWire(trading)]]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 12);
}
