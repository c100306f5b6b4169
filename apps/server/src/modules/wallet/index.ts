import type { ServerModule } from '#platform/module.ts';
import { addAccountHooks } from './account-hooks.ts';
import { addWalletRoutes } from './wallet-routes.ts';

export { type CoinHolding, holdingsOf } from './balances.ts';
export { bookMovement, releaseRefused, voidLostBookings } from './bookings.ts';
export { type LedgerEntry, ledgerHistory } from './history/ledger.ts';
export { listWalletEntries } from './history/wallet-entries.ts';

/** What a user has. */
export const walletModule: ServerModule = {
  name: 'wallet',
  registerReading: addWalletRoutes,
  register(app, platform) {
    addWalletRoutes(app, platform);
    addAccountHooks(app, platform);
  },
};
