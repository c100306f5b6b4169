import type { Account, Exchange } from '@emporion/core';
import { type AccountSwitches, allOn, listHeld, readSwitches } from '#modules/identity/index.ts';
import { KeyedTurns } from '#platform/concurrency/keyed-turns.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureAccount } from './accounts.ts';
import { type LiveExchange, liveExchange } from './live/live-exchange.ts';

/** Owners' freezes, staff's switches and statuses are in the row of the account first, and then switches of the exchange, which ends its orders. */
interface Switching {
  readonly platform: Platform;
  readonly live: LiveExchange;
}

/** As often as the row may change between two looks at it; whoever changes it more often is left to the next reconciliation. */
const attemptsMax = 5;

/** Those of an account one after another: a row that was read before a freeze must not lift it after. */
const turns = new KeyedTurns();

/**
 * Has the exchange follow what the account's row says. From its answer on, an account that is frozen, or whose status stops it, has no open order and places none,
 * in halted markets too.
 */
export function followSwitches(switching: Switching, account: string): Promise<void> {
  return turns.run(account, () => follow(switching, account));
}

/** The same for whoever has only the platform. */
export async function followAccount(platform: Platform, account: string): Promise<void> {
  await followSwitches({ platform, live: await liveExchange(platform) }, account);
}

async function follow({ platform, live }: Switching, account: string): Promise<void> {
  const { database, runtime, view } = platform;
  let batch = 0;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const row = await readSwitches(database.kysely, account);
    const look = (exchange: Exchange) => stateOf(exchange.findAccount(account));
    const known = await view.read(look, { atLeast: batch });
    if (agree(known ?? allOn, row) && !(row.isStopped && known?.hasOrders)) return;
    if (known === undefined) await ensureAccount(platform, live, account);
    const { frozenByOwner, tradingEnabled, withdrawalEnabled } = row;
    const change = { kind: 'ChangeAccount', key: null, account, tradingEnabled, withdrawalEnabled } as const;
    // The exchange ends orders with the owner's freeze. Of an account that its status stops it is on for one command, and the next look takes it back.
    const endsOrders = row.isStopped && known?.hasOrders === true;
    ({ batch } = await runtime.execute({ ...change, frozenByOwner: frozenByOwner || endsOrders }));
  }
}

type Known = Pick<AccountSwitches, 'frozenByOwner' | 'tradingEnabled' | 'withdrawalEnabled'>;

function stateOf(account: Account | undefined): (Known & { readonly hasOrders: boolean }) | undefined {
  if (!account) return undefined;
  const { frozenByOwner, tradingEnabled, withdrawalEnabled, openOrderCount } = account;
  return { frozenByOwner, tradingEnabled, withdrawalEnabled, hasOrders: openOrderCount > 0 };
}

function agree(one: Known, other: Known): boolean {
  return (
    one.frozenByOwner === other.frozenByOwner &&
    one.tradingEnabled === other.tradingEnabled &&
    one.withdrawalEnabled === other.withdrawalEnabled
  );
}

/**
 * Ends every open order of the account, in halted markets too. It stays frozen if its row says so: when a stranger was in it, its owner may go
 * on at once.
 */
export function stopTrading(switching: Switching, account: string): Promise<void> {
  const { runtime } = switching.platform;
  return turns.run(account, async () => {
    if (switching.live.hasAccount(account))
      await runtime.execute({ kind: 'ChangeAccount', key: null, account, frozenByOwner: true });
    await follow(switching, account);
  });
}

/** Mends every difference between rows and exchange: after a crash between the two, and for what was decided before the exchange knew of it. */
export async function reconcileSwitches(switching: Switching): Promise<void> {
  const { database, view } = switching.platform;
  const rows = new Map((await listHeld(database.kysely)).map((row) => [row.id, row]));
  const differing = await view.read((exchange) => {
    const found: string[] = [];
    for (const account of exchange.accounts()) {
      const row = rows.get(account.id);
      if (row !== undefined) rows.delete(account.id);
      if (!agree(account, row ?? allOn) || (row?.isStopped && account.openOrderCount > 0))
        found.push(account.id);
    }
    return found;
  });
  // Whoever cannot log in needs no account in the exchange to be kept from trading.
  for (const row of rows.values()) if (row.frozenByOwner || !row.isStopped) differing.push(row.id);
  for (const account of differing) await followSwitches(switching, account);
}
