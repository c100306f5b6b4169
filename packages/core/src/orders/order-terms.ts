import { fail, isPositiveInteger, succeed } from '@emporion/kernel';
import type { PlaceOrder } from '#commands/commands.ts';
import { type Decision, type Objection, object } from '#exchange/rejection.ts';
import type { Conditions, OrderTerms, OrderType, Side } from '#matching/order.ts';
import { amountMax, percentMax, percentMin } from '#state/limits.ts';
import type { Market } from '#state/market.ts';
import { peggedPrice } from '#triggers/pegged-price.ts';
import { trailingStopPrice } from '#triggers/trailing-stop.ts';
import {
  checkAmountOfCost,
  checkCost,
  checkPriceForm,
  checkQuantity,
  checkStopAhead,
} from './order-checks.ts';
import { bandOf, checkBand } from './price-band.ts';

/** What the fields of a command come to, once they have been checked. */
export interface DraftTerms {
  readonly quantity: number;
  /** Null for an order by quantity. */
  readonly budget: bigint | null;
  readonly price: number;
  readonly holdPrice: number;
  readonly conditions: Conditions | null;
}

/** Whether the command has a field that orders of its type do not have. */
const hasForeignField: Readonly<Record<OrderType, (command: PlaceOrder) => boolean>> = {
  limit: (command) =>
    isSized(command) || isStop(command) || isPegged(command) || command.limitPrice !== undefined,
  market: (command) =>
    isPriced(command) || isStop(command) || isPegged(command) || command.limitPrice !== undefined,
  stop: (command) =>
    isPriced(command) || isPegged(command) || command.limitPrice !== undefined || command.trail !== undefined,
  stop_limit: (command) =>
    isPriced(command) || isSized(command) || isPegged(command) || command.trail !== undefined,
  trailing_stop: (command) =>
    isPriced(command) ||
    isPegged(command) ||
    command.limitPrice !== undefined ||
    command.stopPrice !== undefined,
  pegged: (command) =>
    isPriced(command) || isSized(command) || isStop(command) || command.limitPrice !== undefined,
};

function isPriced({ price, postOnly }: PlaceOrder): boolean {
  return price !== undefined || postOnly !== undefined;
}

function isSized({ budget, worstPrice }: PlaceOrder): boolean {
  return budget !== undefined || worstPrice !== undefined;
}

function isStop({ stopPrice, trail }: PlaceOrder): boolean {
  return stopPrice !== undefined || trail !== undefined;
}

function isPegged({ percent, minimumPrice, maximumPrice }: PlaceOrder): boolean {
  return percent !== undefined || minimumPrice !== undefined || maximumPrice !== undefined;
}

/** Rejects with invalid_order_type, order_wrong_type. */
export function checkType(command: PlaceOrder): Objection {
  const { type, timeInForce = 'gtc', postOnly = false } = command;
  if (typeof type !== 'string' || !Object.hasOwn(hasForeignField, type)) return object('invalid_order_type');
  if (timeInForce !== 'gtc') {
    if (timeInForce !== 'ioc' && timeInForce !== 'fok') return object('invalid_order_type');
    if (postOnly || type === 'pegged') return object('invalid_order_type');
  }
  return hasForeignField[type](command) ? object('order_wrong_type') : null;
}

/**
 * Checks quantity, prices and cost, in this order, and works out what the order trades at and holds.
 * Rejects with everything that `order-checks.ts` names, and with invalid_order_size, order_wrong_limit, order_wrong_percent, order_error.
 */
export function draftTerms(market: Market, command: PlaceOrder): Decision<DraftTerms> {
  switch (command.type) {
    case 'limit':
      return limitTerms(market, command);
    case 'market':
      return marketTerms(market, command);
    case 'stop':
      return stopTerms(market, command);
    case 'stop_limit':
      return stopLimitTerms(market, command);
    case 'trailing_stop':
      return trailingStopTerms(market, command);
    case 'pegged':
      return peggedTerms(market, command);
  }
}

function limitTerms(market: Market, { quantity = 0, price = 0 }: PlaceOrder): Decision<DraftTerms> {
  const objection =
    checkQuantity(market, quantity) ??
    checkPriceForm(market, price, 'order_wrong_price') ??
    checkBand(market, price) ??
    checkCost(market, price, quantity);
  if (objection) return fail(objection);
  return succeed({ quantity, budget: null, price, holdPrice: price, conditions: null });
}

function marketTerms(market: Market, command: PlaceOrder): Decision<DraftTerms> {
  const { quantity = 0, budget = null, worstPrice } = command;
  const objection = checkSize(market, command) ?? checkWorstPrice(market, command);
  if (objection) return fail(objection);
  return succeed({ quantity, budget, price: worstPrice ?? 0, holdPrice: 0, conditions: null });
}

function stopTerms(market: Market, command: PlaceOrder): Decision<DraftTerms> {
  const { side, quantity = 0, budget = null, worstPrice = 0, stopPrice = 0 } = command;
  const objection =
    checkSize(market, command) ??
    checkPriceForm(market, stopPrice, 'order_wrong_price') ??
    checkStopAhead(market, side, stopPrice) ??
    checkWorstPrice(market, command) ??
    checkWorstBeyond({ side, stopPrice, worstPrice, byQuantity: budget === null }) ??
    (budget === null ? checkCost(market, worstPrice || stopPrice, quantity) : null);
  if (objection) return fail(objection);
  const conditions = { ...noConditions, stopPrice };
  return succeed({
    quantity,
    budget,
    price: worstPrice,
    holdPrice: budget === null ? worstPrice : 0,
    conditions,
  });
}

function stopLimitTerms(market: Market, command: PlaceOrder): Decision<DraftTerms> {
  const { side, quantity = 0, stopPrice = 0, limitPrice = 0 } = command;
  // It will trade when the last price is near its stop price, so that is where the band of its limit price is.
  const objection =
    checkQuantity(market, quantity) ??
    checkPriceForm(market, stopPrice, 'order_wrong_price') ??
    checkStopAhead(market, side, stopPrice) ??
    checkPriceForm(market, limitPrice, 'order_wrong_limit') ??
    checkBand(market, limitPrice, stopPrice) ??
    checkCost(market, limitPrice, quantity);
  if (objection) return fail(objection);
  const conditions = { ...noConditions, stopPrice };
  return succeed({ quantity, budget: null, price: limitPrice, holdPrice: limitPrice, conditions });
}

function trailingStopTerms(market: Market, command: PlaceOrder): Decision<DraftTerms> {
  const { side, quantity = 0, budget = null, worstPrice = 0, trail = 0 } = command;
  const formObjection = checkSize(market, command) ?? checkPriceForm(market, trail, 'order_wrong_price');
  if (formObjection) return fail(formObjection);
  if (market.lastPrice === 0) return fail(object('order_error', { reason: 'no_last_price' }));
  const stopPrice = trailingStopPrice({ side, trail, price: market.lastPrice });
  if (stopPrice < 1) return fail(object('price_too_low', { minimum: 1 }));
  if (!isPositiveInteger(stopPrice)) return fail(object('price_too_high'));
  const objection =
    checkWorstPrice(market, command) ??
    checkWorstBeyond({ side, stopPrice, worstPrice, byQuantity: budget === null }) ??
    (budget === null ? checkCost(market, worstPrice || stopPrice, quantity) : null);
  if (objection) return fail(objection);
  const conditions = { ...noConditions, stopPrice, trail };
  return succeed({
    quantity,
    budget,
    price: worstPrice,
    holdPrice: budget === null ? worstPrice : 0,
    conditions,
  });
}

function peggedTerms(market: Market, command: PlaceOrder): Decision<DraftTerms> {
  const { side, quantity = 0, percent, minimumPrice = 0, maximumPrice = 0 } = command;
  const objection =
    checkQuantity(market, quantity) ??
    checkPercent(percent) ??
    checkPriceForm(market, minimumPrice, 'order_wrong_limit') ??
    checkPriceForm(market, maximumPrice, 'order_wrong_limit') ??
    (minimumPrice > maximumPrice ? object('order_wrong_limit') : null);
  if (objection) return fail(objection);
  const { referencePrice } = market;
  if (referencePrice === 0) return fail(object('order_error', { reason: 'no_reference_price' }));
  const conditions = { ...noConditions, percent: percent ?? 0, minimumPrice, maximumPrice };
  const price = peggedPrice(conditions, { side, referencePrice, tick: market.rules.tick });
  const priceObjection = checkBand(market, price) ?? checkCost(market, price, quantity);
  if (priceObjection) return fail(priceObjection);
  // Held at the highest price it can get, so that no move of the reference price can outgrow the hold.
  return succeed({ quantity, budget: null, price, holdPrice: maximumPrice, conditions });
}

export const noConditions: Conditions = {
  stopPrice: 0,
  trail: 0,
  percent: 0,
  minimumPrice: 0,
  maximumPrice: 0,
};

/** Either a quantity, or for a buy a budget. */
function checkSize(market: Market, { side, quantity, budget }: PlaceOrder): Objection {
  if ((quantity === undefined) === (budget === undefined)) return object('invalid_order_size');
  if (budget === undefined) return checkQuantity(market, quantity);
  if (side === 'sell') return object('invalid_order_size');
  if (typeof budget !== 'bigint' || budget <= 0n || budget > amountMax) return object('order_wrong_quantity');
  return checkAmountOfCost(market, budget);
}

function checkWorstPrice(market: Market, { worstPrice }: PlaceOrder): Objection {
  return worstPrice === undefined ? null : checkPriceForm(market, worstPrice, 'order_wrong_price');
}

interface WorstPrice {
  readonly side: Side;
  readonly stopPrice: number;
  readonly worstPrice: number;
  readonly byQuantity: boolean;
}

/** A buy by quantity needs a worst price to hold for; a worst price short of the stop price could never trade. */
function checkWorstBeyond({ side, stopPrice, worstPrice, byQuantity }: WorstPrice): Objection {
  if (worstPrice === 0) return side === 'buy' && byQuantity ? object('order_wrong_limit') : null;
  const beyond = side === 'buy' ? worstPrice >= stopPrice : worstPrice <= stopPrice;
  return beyond ? null : object('order_wrong_limit');
}

export function checkPercent(percent: unknown): Objection {
  const fits =
    Number.isSafeInteger(percent) && Number(percent) >= percentMin && Number(percent) <= percentMax;
  return fits ? null : object('order_wrong_percent', { minimum: percentMin, maximum: percentMax });
}

/** What an order by quantity holds for so much of it: a sell the quantity itself, a buy its cost at the highest price it can trade at. */
export function holdOf(
  market: Market,
  { side, holdPrice }: Pick<OrderTerms, 'side' | 'holdPrice'>,
  quantity: number,
): bigint {
  return side === 'sell' ? market.units.base(quantity) : market.units.quoteUp(holdPrice, quantity);
}

/** The worst price at which an order that takes any price may trade: its own worst price, within the market's band. */
export function protectedPrice(market: Market, { side, price }: Pick<OrderTerms, 'side' | 'price'>): number {
  if (market.rules.band === 0) return price;
  const { low, high } = bandOf(market);
  if (side === 'buy') return price === 0 ? high : Math.min(price, high);
  return Math.max(price, low);
}
