import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import { readNetworks } from '#modules/markets/index.ts';

import { liveExchange } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { whileListening } from '#platform/http/while-listening.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { addAccountHooks } from './account-hooks.ts';
import { addAddressBookRoutes } from './address-book/address-book-routes.ts';
import { addAddressRoutes } from './addresses/address-routes.ts';
import { addBookRoutes } from './books/book-routes.ts';
import { watchBooks } from './books/watch-books.ts';
import { addCodeRoutes } from './codes/code-routes.ts';
import { addColdRoutes } from './cold/cold-routes.ts';
import { measureHotLevel } from './cold/hot-level.ts';
import { addHotLimitRoutes } from './cold/hot-limit-routes.ts';
import { openBooks } from './development-chain/opening.ts';
import { addTapRoute } from './development-chain/take-test-coins.ts';
import { addHistoryRoutes } from './history/history-routes.ts';
import { addMovementRoutes } from './movements/movement-routes.ts';
import { requireNetworkRows } from './networks/listed-coins.ts';
import { addOverviewRoutes } from './overview/overview-routes.ts';
import { measurePayouts } from './payouts/measure-payouts.ts';
import { startPayouts } from './payouts/start-payouts.ts';
import { addBankPayoutRoutes } from './review/bank-payout-routes.ts';
import { addDepositReviewRoutes } from './review/deposit-review-routes.ts';
import { addReviewExports } from './review/export-routes.ts';
import { addListedAddressRoutes } from './review/listed-addresses.ts';
import { addTreasuryRoutes } from './review/treasury-routes.ts';
import { addWithdrawalReviewRoutes } from './review/withdrawal-review-routes.ts';
import { openSigner } from './signer/open-signer.ts';
import { keepAskingSigner, measureSigner, signerWatch } from './signer/signer-watch.ts';
import { addStatementRoutes } from './statement/statement-routes.ts';
import { addTransferRoutes } from './transfers/transfer-routes.ts';
import { addWalletRoutes } from './wallet-routes.ts';
import { runWatcher } from './watch/run-watcher.ts';
import { watcherOf } from './watch/watcher.ts';
import { addWithdrawalRoutes } from './withdrawals/withdrawal-routes.ts';

export { requireAttempt } from './attempts.ts';
export { type CoinHolding, holdingsOf } from './balances.ts';
export {
  bookMovement,
  bookMovements,
  isInLedger,
  journalText,
  releaseRefused,
  voidLostBookings,
} from './bookings.ts';
export { onWalletChanged, tellWalletChanged } from './changes.ts';
export { depositMail } from './deposits/deposit-mail.ts';
export { type Gift, giveFromTap } from './development-chain/gifts.ts';
export { type LedgerEntry, ledgerHistory } from './history/ledger.ts';
export { listWalletRecords, type WalletKind } from './history/wallet-records.ts';
export { requireKnownFilters } from './known-filters.ts';
export { countMovements, listMovements } from './movements/list-movements.ts';
export { type MovementFilter, movementFilterOf } from './movements/movement-filter.ts';
export { movementHistories } from './movements/movement-histories.ts';
export { readMovements } from './movements/read-movements.ts';
export { askNode, type NodeAnswer } from './networks/ask-node.ts';
export { bitcoinBounds } from './networks/bitcoin-parameters.ts';
export { contractSpelling, requireNetworkRows } from './networks/listed-coins.ts';
export { findPayoutRest, type PayoutRest, restPayouts } from './payouts/payout-rest.ts';
export { checkCredit, creditDeposit, creditNow, describeCredit } from './review/credit-deposit.ts';
export { isDenied } from './review/listed-addresses.ts';
export { readNetworkStates } from './review/network-states.ts';
export { type Place, readPlace, writePlace } from './review/place.ts';
export { approvePayout, checkPayout, describePayout } from './review/propose-payout.ts';
export { lackOf, renewOwnSigner, signerOfCoin } from './signer/signer-coins.ts';
export { signerWatch } from './signer/signer-watch.ts';
export { readStatement } from './statement/read-statement.ts';
export { requireTimeZone } from './statement/time-zone.ts';
export { requireFunds, requireWithinLimits } from './transfers/require-within-limits.ts';
export { findRecipient } from './transfers/resolve-recipient.ts';
export { watcherOf } from './watch/watcher.ts';
export { requireBankDestination } from './withdrawals/bank-route.ts';
export { requireCoinOfDay } from './withdrawals/policy.ts';
export { findWithdrawal, networkNames } from './withdrawals/store.ts';
export { valueForLimits } from './withdrawals/value-for-limits.ts';
export { withdrawalOnWire } from './withdrawals/withdrawal-wire.ts';

// Whom somebody pays, and under what name, tells who they are; what was paid stays in the ledger.
onPersonErased(async (db, userId) => {
  for (const table of ['saved_addresses', 'saved_addresses_only'])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db);
  await sql`update withdrawals set holder = 'erased' where user_id = ${userId} and holder is not null`.execute(
    db,
  );
});

/** What a user has, and how money comes in. */
export const walletModule: ServerModule = {
  name: 'wallet',
  offers: [watcherOf],
  needs: [liveExchange],
  registerReading: addWalletRoutes,
  async register(app, platform) {
    requireNetworkRows(await readNetworks(platform));
    addWalletRoutes(app, platform);
    addAccountHooks(app, platform);
    addAddressRoutes(app, platform);
    addHistoryRoutes(app, platform);
    addMovementRoutes(app, platform);
    addOverviewRoutes(app, platform);
    addStatementRoutes(app, platform);
    addWithdrawalRoutes(app, platform);
    addWithdrawalReviewRoutes(app, platform);
    addBankPayoutRoutes(app, platform);
    addDepositReviewRoutes(app, platform);
    addListedAddressRoutes(app, platform);
    addReviewExports(app, platform);
    addTreasuryRoutes(app, platform);
    addBookRoutes(app, platform);
    addColdRoutes(app, platform);
    addHotLimitRoutes(app, platform);
    measureHotLevel(platform);
    addTransferRoutes(app, platform);
    addCodeRoutes(app, platform);
    addAddressBookRoutes(app, platform);
    addTapRoute(app, platform);
    measurePayouts(platform);
    measureSigner(platform);
    const signer = await openSigner(platform);
    if (!signer && !platform.config.demo)
      signerWatch(platform).problem =
        'There is no signer: nobody gets a deposit address, and nothing is paid out.';
    if (signer) {
      app.addHook('onClose', () => signer.stop());
      whileListening(app, () => startPayouts(platform, signer));
      whileListening(app, () => keepAskingSigner(platform));
    }
    if (platform.config.demo) await openBooks(platform);
    watchNetworks(app, platform);
    watchBooks(app, platform);
  },
  // Nobody is verified in a demo, no payment is ever charged back by surprise, and everybody shall try a payout.
  seedDemo: async (_platform, transaction) => {
    await sql`update withdrawal_policy set level = 1, card_hold_hours = 0`.execute(transaction);
  },
};

/** Networks are watched from the moment that the server listens until it stops. */
function watchNetworks(app: App, platform: Platform): void {
  const watcher = watcherOf(platform);
  app.readinessReasons.push(() => {
    const away = [...watcher.away.keys()].filter((code) => !watcher.ofAnotherChain.has(code));
    return away.length === 0
      ? undefined
      : `Deposits wait for the node of ${away.sort().join(', ')}: it cannot be asked.`;
  });
  app.readinessReasons.push(() =>
    watcher.ofAnotherChain.size === 0
      ? undefined
      : `Deposits wait for the node of ${[...watcher.ofAnotherChain].sort().join(', ')}: it is of another chain.`,
  );
  app.readinessReasons.push(() => signerWatch(platform).problem);
  whileListening(app, () => runWatcher(platform));
}
