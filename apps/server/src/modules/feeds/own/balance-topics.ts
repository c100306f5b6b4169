import type { Balance } from '@emporion/contracts/rest';
import { readMarkets } from '#modules/markets/index.ts';
import { type CoinHolding, holdingsOf } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import { registerTopic } from '#realtime/index.ts';
import type { FeedParts } from '../feed-parts.ts';
import { accountOf } from './account-of.ts';
import type { OwnFeeds } from './own-feeds.ts';

/** What a user has, and what of it is locked for withdrawals and codes. */
export function addBalanceTopics(app: App, { platform }: FeedParts, feeds: OwnFeeds): void {
  const read = async (account: string, show: (holding: CoinHolding) => Balance[string]): Promise<Balance> => {
    const { coins } = await readMarkets(platform);
    const codes = coins.map(({ code }) => code);
    const holdings = await platform.view.read((exchange) => holdingsOf(exchange, { account, coins: codes }));
    return Object.fromEntries(holdings.map((holding) => [holding.coin, show(holding)]));
  };
  registerTopic(app, {
    name: 'balance',
    open: (subscriber) => {
      const account = accountOf(subscriber);
      return feeds.follow(subscriber, {
        account,
        name: 'balance',
        read: async () => ({
          kind: 'balance',
          balance: await read(account, ({ actual, orders }) => ({ actual, orders })),
        }),
      });
    },
  });
  registerTopic(app, {
    name: 'locked_balance',
    open: (subscriber) => {
      const account = accountOf(subscriber);
      return feeds.follow(subscriber, {
        account,
        name: 'locked_balance',
        read: async () => ({
          kind: 'locked_balance',
          balance: await read(account, ({ locked, orders }) => ({ actual: locked, orders })),
        }),
      });
    },
  });
}
