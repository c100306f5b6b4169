import { formatDecimal } from '@emporion/kernel';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { removeYoungAddresses } from './address-book/remove-address.ts';
import { keepSavedOnly } from './address-book/saved-addresses-only.ts';
import { holdingsOf } from './balances.ts';
import { cancelCodesOf } from './codes/money-codes.ts';
import { listLedger } from './history/ledger.ts';
import { checkRecipient } from './transfers/send-transfer.ts';
import { callOffAllOf } from './withdrawals/call-off.ts';

/** The newest entries of the ledger that an export of one's own data has. */
const entriesMax = 10_000;

/** What the wallet has to say when an account is exported or closed, and what it stops when a stranger was in it. */
export function addAccountHooks(app: App, platform: Platform): void {
  if (!app.hasDecorator('accountHooks')) return;
  app.accountHooks.setRecipientFinder((asked) => checkRecipient(platform, asked));
  app.accountHooks.addFreezeTask(async (userId) => {
    await callOffAllOf(platform, { userId, reason: 'frozen' });
    await cancelCodesOf(platform, userId);
  });
  app.accountHooks.addDisownTask(async (db, { userId, since }) => {
    const now = platform.clock.now();
    await removeYoungAddresses(db, { userId, since, now });
    await keepSavedOnly(db, { userId, now });
  });
  app.accountHooks.addClosingObjection(async (_db, userId) => {
    const holdings = await ownHoldings(platform, userId);
    return holdings.length > 0 ? 'account_not_empty' : undefined;
  });
  app.accountHooks.addExportSection('balances', (_db, userId) => ownHoldings(platform, userId));
  app.accountHooks.addExportSection('ledger', async (_db, userId) => {
    const coins = await platform.view.read((exchange) => new Map(exchange.coins));
    const { rows } = await listLedger(platform.database.kysely, { account: userId }, { limit: entriesMax });
    return rows.map(({ coin, kind, amount, fee, at }) => {
      const show = (units: bigint) => formatDecimal(units, coins.get(coin) ?? 0);
      return { time: new Date(at).toISOString(), kind, coin, amount: show(amount), fee: show(fee) };
    });
  });
}

/** Only the coins that there is some of, held money included. */
function ownHoldings({ view }: Platform, account: string) {
  return view.read((exchange) => holdingsOf(exchange, { account, coins: [] }));
}
