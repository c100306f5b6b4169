import { accountEndpoints, walletEndpoints } from '@emporion/contracts/rest';
import { readMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { type CoinHolding, holdingsOf } from './balances.ts';
import { readIncoming } from './deposits/incoming.ts';

export function addWalletRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, accountEndpoints.balance, async ({ caller }) => {
    const holdings = await readHoldings(platform, caller.userId);
    return {
      balance: Object.fromEntries(holdings.map(({ coin, actual, orders }) => [coin, { actual, orders }])),
    };
  });
  serveEndpoint(app, walletEndpoints.wallets, async ({ caller: { userId } }) => {
    const incoming = await readIncoming(platform, userId);
    const holdings = await readHoldings(platform, userId);
    return {
      wallets: holdings.map((holding) => ({ ...holding, incoming: incoming.get(holding.coin) ?? '0' })),
    };
  });
}

/** From the exchange itself: so what a user was told a moment ago is in it. */
async function readHoldings(platform: Platform, account: string): Promise<CoinHolding[]> {
  const { coins } = await readMarkets(platform);
  const codes = coins.map(({ code }) => code);
  return platform.view.read((exchange) => holdingsOf(exchange, { account, coins: codes }));
}
