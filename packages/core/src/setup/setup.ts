import {
  areDecimalsUsable,
  fail,
  isNaturalNumber,
  isPositiveInteger,
  rateScale,
  succeed,
} from '@emporion/kernel';
import type {
  AnchorDigest,
  ChangeAccount,
  ChangeLimits,
  ChangeMarket,
  ListCoin,
  OpenAccount,
  OpenMarket,
  SetReferencePrice,
} from '#commands/commands.ts';
import type { ExchangeEvent } from '#exchange/events.ts';
import { type Decision, type Objection, object, reject } from '#exchange/rejection.ts';
import { checkName } from '#money/money-checks.ts';
import { closeAllOrders } from '#orders/cancel-orders.ts';
import { repegged } from '#orders/follow-ups.ts';
import { bandAround } from '#orders/price-band.ts';
import type { Exchange } from '#state/exchange.ts';
import { accountLimitBounds, amountMax, changeableLimitBounds } from '#state/limits.ts';
import type { FeeTier, MarketRules, MarketState } from '#state/market.ts';

const decimalsMax = 18;

/** Rejects with wrong_data, duplicate_transaction. */
export function decideListCoin(exchange: Exchange, { coin, decimals }: ListCoin): Decision<ExchangeEvent[]> {
  const objection = checkName(coin, 'coin');
  if (objection) return fail(objection);
  if (!isNaturalNumber(decimals) || decimals > decimalsMax)
    return reject('wrong_data', { field: 'decimals' });
  if (exchange.coins.has(coin)) return reject('duplicate_transaction', { coin });
  return succeed([{ kind: 'CoinListed', coin, decimals }]);
}

/** Rejects with wrong_data, duplicate_transaction, coin_invalid, not_suitable_pair. */
export function decideOpenMarket(exchange: Exchange, command: OpenMarket): Decision<ExchangeEvent[]> {
  const { market, base, quote, priceDecimals, quantityDecimals, rules } = command;
  const badName = checkName(market, 'market');
  if (badName) return fail(badName);
  if (exchange.markets.has(market)) return reject('duplicate_transaction', { market });
  const [baseDecimals, quoteDecimals] = [exchange.coins.get(base), exchange.coins.get(quote)];
  if (baseDecimals === undefined || quoteDecimals === undefined) return reject('coin_invalid');
  if (base === quote) return reject('not_suitable_pair');
  const decimals = { baseDecimals, quoteDecimals, priceDecimals, quantityDecimals };
  if (!areDecimalsUsable(decimals)) return reject('wrong_data', { field: 'decimals' });
  const objection = checkRules(rules);
  if (objection) return fail(objection);
  const definition = { market, base, quote, ...decimals };
  return succeed([{ kind: 'MarketOpened', definition, rules: copyOf(rules) }]);
}

/** Rejects with invalid_trading_pair, wrong_data, value_not_allowed. */
export function decideChangeMarket(exchange: Exchange, command: ChangeMarket): Decision<ExchangeEvent[]> {
  const market = exchange.markets.get(command.market);
  if (!market) return reject('invalid_trading_pair');
  const { rules = market.rules, state = market.state } = command;
  const objection = checkRules(rules);
  if (objection) return fail(objection);
  if (!marketStates.includes(state)) return reject('value_not_allowed', { field: 'state' });
  const changed: ExchangeEvent = {
    kind: 'MarketChanged',
    market: market.code,
    rules: copyOf(rules),
    state,
  };
  // Without a band nothing moved along with the trades.
  const price = market.lastPrice || market.referencePrice;
  if (market.rules.band > 0 || rules.band === 0 || price === 0) return succeed([changed]);
  return succeed([changed, bandAround(market.code, price, command.acceptedAt)]);
}

const marketStates: readonly MarketState[] = ['open', 'post_only', 'cancel_only', 'halted'];

/** Rejects with wrong_data. */
function checkRules(rules: MarketRules): Objection {
  if (typeof rules !== 'object' || rules === null) return object('wrong_data', { field: 'rules' });
  const { tick, lot, minimumQuantity, maximumQuantity, minimumCost, maximumCost, band, fees } = rules;
  const whole = [tick, lot, minimumQuantity, maximumQuantity].every(isPositiveInteger);
  if (!whole || minimumQuantity > maximumQuantity) return object('wrong_data', { field: 'quantity' });
  const amounts = [minimumCost, maximumCost].every(
    (cost) => typeof cost === 'bigint' && cost > 0n && cost <= amountMax,
  );
  if (!amounts || minimumCost > maximumCost) return object('wrong_data', { field: 'cost' });
  if (!isNaturalNumber(band) || band >= rateScale) return object('wrong_data', { field: 'band' });
  if (!Array.isArray(fees) || fees.length === 0 || !fees.every(isFeeTier))
    return object('wrong_data', { field: 'fees' });
  return null;
}

function isFeeTier(tier: FeeTier | null): boolean {
  return [tier?.maker, tier?.taker].every((rate) => isNaturalNumber(rate) && rate < rateScale);
}

/** The rules and nothing else, in objects that nobody but the state has. */
function copyOf(rules: MarketRules): MarketRules {
  const { tick, lot, minimumQuantity, maximumQuantity, minimumCost, maximumCost, band } = rules;
  const fees = rules.fees.map(({ maker, taker }) => ({ maker, taker }));
  return { tick, lot, minimumQuantity, maximumQuantity, minimumCost, maximumCost, band, fees };
}

/** Rejects with invalid_trading_pair, order_wrong_price. */
export function decideSetReferencePrice(
  exchange: Exchange,
  command: SetReferencePrice,
): Decision<ExchangeEvent[]> {
  const market = exchange.markets.get(command.market);
  if (!market) return reject('invalid_trading_pair');
  const { price } = command;
  if (!isPositiveInteger(price)) return reject('order_wrong_price');
  const due = repegged(market, price);
  const events: ExchangeEvent[] = [{ kind: 'ReferencePriceSet', market: market.code, price }];
  if (market.rules.band > 0) events.push(bandAround(market.code, price, command.acceptedAt));
  if (due) events.push(due);
  return succeed(events);
}

/** Rejects with wrong_data, duplicate_transaction. */
export function decideOpenAccount(exchange: Exchange, { account }: OpenAccount): Decision<ExchangeEvent[]> {
  const objection = checkName(account, 'account');
  if (objection) return fail(objection);
  if (exchange.findAccount(account)) return reject('duplicate_transaction', { account });
  return succeed([{ kind: 'AccountOpened', account }]);
}

/** An owner's freeze ends every open order of the account. Rejects with account_not_found, wrong_data. */
export function decideChangeAccount(exchange: Exchange, command: ChangeAccount): Decision<ExchangeEvent[]> {
  const account = exchange.findAccount(command.account);
  if (!account) return reject('account_not_found');
  const { tradingEnabled = account.tradingEnabled, withdrawalEnabled = account.withdrawalEnabled } = command;
  const { frozenByOwner = account.frozenByOwner, tier = account.tier, limits = account.limits } = command;
  const switches = [frozenByOwner, tradingEnabled, withdrawalEnabled];
  if (!switches.every((value) => typeof value === 'boolean') || !isNaturalNumber(tier))
    return reject('wrong_data');
  if (limits !== null && !areLimits(limits, accountLimitBounds))
    return reject('wrong_data', { field: 'limits' });
  const changed: ExchangeEvent = {
    kind: 'AccountChanged',
    account: account.id,
    tradingEnabled,
    withdrawalEnabled,
    tier,
    frozenByOwner,
    limits: limits && { ...limits },
  };
  return succeed(frozenByOwner ? [changed, ...closeAllOrders(exchange, account)] : [changed]);
}

/** Rejects with wrong_data. */
export function decideChangeLimits(_: Exchange, { limits }: ChangeLimits): Decision<ExchangeEvent[]> {
  if (!areLimits(limits, changeableLimitBounds)) return reject('wrong_data', { field: 'limits' });
  return succeed([{ kind: 'LimitsChanged', limits: { ...limits } }]);
}

/** At least one of the limits, and each a whole number from 1 up to its bound. */
function areLimits(limits: unknown, bounds: Readonly<Record<string, number>>): boolean {
  if (typeof limits !== 'object' || limits === null) return false;
  const entries = Object.entries(limits);
  return (
    entries.length > 0 &&
    entries.every(
      ([name, value]) =>
        Object.hasOwn(bounds, name) && isPositiveInteger(value) && value <= (bounds[name] ?? 0),
    )
  );
}

const hexadecimal = /^(?:[0-9a-f]{2}){1,64}$/u;

/** Rejects with wrong_data. */
export function decideAnchorDigest(_: Exchange, command: AnchorDigest): Decision<ExchangeEvent[]> {
  const { topic, digest, reference, actor } = command;
  const objection =
    checkName(topic, 'topic') ?? checkName(reference, 'reference') ?? checkName(actor, 'actor');
  if (objection) return fail(objection);
  if (typeof digest !== 'string' || !hexadecimal.test(digest))
    return reject('wrong_data', { field: 'digest' });
  return succeed([{ kind: 'DigestAnchored', topic, digest, reference, actor }]);
}
