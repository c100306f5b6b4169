import type { Exchange } from '@emporion/core';
import { isFrozen, listFrozen } from '#modules/identity/index.ts';
import { KeyedTurns } from '#platform/concurrency/keyed-turns.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureAccount } from './accounts.ts';
import type { LiveExchange } from './live/live-exchange.ts';

/** What a freeze needs: an owner's freeze is a row of the account first, and then a switch of the exchange, which ends its orders. */
interface Freezing {
  readonly platform: Platform;
  readonly live: LiveExchange;
}

/** As often as the row may change between two looks at it; whoever changes it more often is left to the next reconciliation. */
const attemptsMax = 5;

/** Those of an account one after another: a row that was read before a freeze must not lift it after. */
const turns = new KeyedTurns();

/** Has the exchange follow what the account's row says. From its answer on, a frozen account has no open order and places none. */
export function followFreeze(freezing: Freezing, account: string): Promise<void> {
  return turns.run(account, () => follow(freezing, account));
}

async function follow({ platform, live }: Freezing, account: string): Promise<void> {
  const { database, runtime, view } = platform;
  let batch = 0;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const frozenByOwner = await isFrozen(database.kysely, account);
    const look = (exchange: Exchange) => exchange.findAccount(account)?.frozenByOwner;
    const known = await view.read(look, { atLeast: batch });
    if ((known ?? false) === frozenByOwner) return;
    if (known === undefined) await ensureAccount(platform, live, account);
    ({ batch } = await runtime.execute({ kind: 'ChangeAccount', key: null, account, frozenByOwner }));
  }
}

/**
 * Ends every open order of the account, in halted markets too. It stays frozen if its row says so: when a stranger was in it, its owner may go
 * on at once.
 */
export function stopTrading(freezing: Freezing, account: string): Promise<void> {
  const { runtime } = freezing.platform;
  return turns.run(account, async () => {
    if (freezing.live.hasAccount(account))
      await runtime.execute({ kind: 'ChangeAccount', key: null, account, frozenByOwner: true });
    await follow(freezing, account);
  });
}

/** Mends every difference between rows and exchange: after a crash between the two, and for accounts frozen before the exchange knew of it. */
export async function reconcileFreezes(freezing: Freezing): Promise<void> {
  const { database, view } = freezing.platform;
  const rows = new Set(await listFrozen(database.kysely));
  const known = await view.read((exchange) => {
    const frozen: string[] = [];
    for (const { id, frozenByOwner } of exchange.accounts()) if (frozenByOwner) frozen.push(id);
    return frozen;
  });
  const differing = [...known.filter((id) => !rows.delete(id)), ...rows];
  for (const account of differing) await followFreeze(freezing, account);
}
