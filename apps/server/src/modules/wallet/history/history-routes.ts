import { walletHistoryEndpoints } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { readNetworks } from '#modules/markets/index.ts';
import { requireSeen } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireKnownFilters } from '../known-filters.ts';
import { ledgerHistory, listLedger } from './ledger.ts';
import { listTransactions } from './transactions.ts';

export function addHistoryRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, walletHistoryEndpoints.transactions, async ({ caller: { userId }, query }) => {
    const { limit, offset, cursor, type, currency, network, status } = query;
    await requireKnownFilters(platform, { currency, network });
    const wanted = { userId, limit, offset, cursor, type, currency, network, status };
    return listTransactions(kysely, await readNetworks(platform), wanted);
  });

  serveEndpoint(app, walletHistoryEndpoints.movements, async ({ caller: { userId }, query }) => {
    const { limit, offset, cursor, type: kind, currency: coin } = query;
    await requireKnownFilters(platform, { currency: coin });
    await requireSeen(platform, ledgerHistory);
    const coins = await platform.view.read((exchange) => new Map(exchange.coins));
    const { rows, next } = await listLedger(
      kysely,
      { account: userId, coin, kind, offset },
      { limit, cursor },
    );
    return {
      results: rows.map((entry) => {
        const show = (units: bigint) => formatDecimal(units, coins.get(entry.coin) ?? 0);
        return {
          id: `${entry.event}-${entry.line}`,
          date: new Date(entry.at).toISOString(),
          updated: Math.floor(entry.at / 1_000),
          ...{ type: entry.kind, currency: entry.coin, reference: entry.reference },
          ...{ amount: show(entry.amount), fee: show(entry.fee), balance: show(entry.balance) },
        };
      }),
      next,
    };
  });
}
