import type {
  AccountChanged,
  AccountOpened,
  CoinListed,
  DigestAnchored,
  LimitsChanged,
  MarketChanged,
  MarketOpened,
  ReferencePriceSet,
} from '#exchange/events.ts';
import { Account } from '#state/account.ts';
import type { Exchange } from '#state/exchange.ts';
import { Market } from '#state/market.ts';

type SetupEvent =
  | CoinListed
  | MarketOpened
  | MarketChanged
  | ReferencePriceSet
  | AccountOpened
  | AccountChanged
  | LimitsChanged
  | DigestAnchored;

export function evolveSetup(exchange: Exchange, event: SetupEvent): void {
  switch (event.kind) {
    case 'CoinListed':
      exchange.coins.set(event.coin, event.decimals);
      return;
    case 'MarketOpened':
      exchange.markets.set(event.definition.market, new Market(event.definition, event.rules));
      return;
    case 'MarketChanged': {
      const market = exchange.market(event.market);
      market.changeRules(event.rules);
      market.state = event.state;
      return;
    }
    case 'ReferencePriceSet':
      exchange.market(event.market).referencePrice = event.price;
      return;
    case 'AccountOpened':
      exchange.ledger.wallets.set(event.account, new Account(event.account));
      return;
    case 'AccountChanged': {
      const account = exchange.account(event.account);
      account.tradingEnabled = event.tradingEnabled;
      account.withdrawalEnabled = event.withdrawalEnabled;
      account.tier = event.tier;
      account.frozenByOwner = event.frozenByOwner;
      account.limits = event.limits;
      return;
    }
    case 'LimitsChanged':
      exchange.limits = { ...exchange.limits, ...event.limits };
      return;
    case 'DigestAnchored':
      // It stands in the journal, and that is all it is for.
      return;
  }
}
