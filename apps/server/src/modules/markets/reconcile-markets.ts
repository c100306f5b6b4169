import { KeyedTurns } from '#platform/concurrency/keyed-turns.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { forgetMarkets } from './market-cache.ts';
import { knownMarkets, marketChanges } from './market-commands.ts';
import { loadTradingRules } from './trading-rules.ts';

/** Commands that go to the exchange together: an exchange may have more coins and markets than commands may wait. */
const atOnceMax = 50;

type Needs = Pick<Platform, 'database' | 'runtime' | 'view' | 'log'>;

/** One at a time for each exchange: two that look at once would both list a new coin. */
const turnsOf = defineService('market reconciliation', (_: Pick<Platform, 'runtime'>) => new KeyedTurns());

/**
 * Makes the core trade by what the tables of coins, pairs and fees say. It is to be called after each change of them; answers with how many
 * commands that took. What the core cannot follow, and what it refuses, is logged and leaves the other markets as they should be.
 */
export function reconcileMarkets(platform: Needs): Promise<number> {
  return turnsOf(platform).run('markets', () => reconcile(platform));
}

async function reconcile(platform: Needs): Promise<number> {
  const { database, runtime, view, log } = platform;
  const wanted = await loadTradingRules(database.kysely);
  const known = await view.read(knownMarkets);
  const { commands, conflicts } = marketChanges(wanted, known);
  for (const conflict of conflicts) log.error({ conflict }, 'the rules of a market cannot be followed');
  for (let from = 0; from < commands.length; from += atOnceMax) {
    const some = commands.slice(from, from + atOnceMax);
    const results = await Promise.all(some.map((command) => runtime.execute(command)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'accepted') continue;
      log.error(
        { command: some[index]?.kind, rejection: result.rejection },
        'the exchange refused a market’s rules',
      );
    }
  }
  forgetMarkets(platform);
  return commands.length;
}
