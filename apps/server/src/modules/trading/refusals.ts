import { type ErrorCode, marketOrderDetails } from '@emporion/contracts/errors';
import type { Rejection } from '@emporion/core';
import { Problem, type Sentence } from '#platform/http/problem.ts';
import type { CommandResult } from '#platform/runtime.ts';
import type { MarketUnits } from './units.ts';

export type Accepted = Extract<CommandResult, { status: 'accepted' }>;

/** The outcome of a command that must have been accepted. @throws Problem with the code of the rejection. */
export function accepted(result: CommandResult): Accepted {
  if (result.status === 'rejected') throw problemOf(result.rejection);
  return result;
}

/** What the core tells apart within one code: whoever placed the order does something else about each. */
const hindrances: Readonly<Record<string, ErrorCode>> = {
  would_trade: 'order_would_trade',
  cannot_fill: 'order_cannot_fill',
  no_last_price: 'order_no_last_price',
  no_reference_price: 'order_no_reference_price',
  own_order: 'order_meets_own',
  stop_reached: 'order_stop_reached',
  frozen: 'account_frozen',
  price_moved: 'swap_price_moved',
  not_offered: 'swap_not_offered',
};

/** Says why, in the units of the market where it is about one: which step, which bound, which id. */
export function problemOf({ code, details }: Rejection, market?: MarketUnits): Problem {
  if (!details) return new Problem(code);
  const hindrance = hindrances[String(details.reason)];
  if (hindrance) return new Problem(hindrance);
  return new Problem(code, { params: details, sentence: sentenceOf(code, details, market) });
}

type Details = NonNullable<Rejection['details']>;

function sentenceOf(
  code: ErrorCode,
  details: Details,
  market: MarketUnits | undefined,
): Sentence | undefined {
  if (code === 'duplicate_transaction') return { code: 'client_id_reused', params: { id: idOf(details) } };
  if (!market) return undefined;
  const price = (units: unknown) => `${market.showPrice(Number(units))} ${market.quote}`;
  const quantity = (units: unknown) => `${market.showQuantity(Number(units))} ${market.base}`;
  const { tick, lot, minimum, maximum } = details;
  switch (code) {
    case 'invalid_order_price':
      return { code: 'price_off_tick', params: { tick: market.showPrice(Number(tick)) } };
    case 'order_bad_quantity':
      return { code: 'quantity_off_lot', params: { lot: market.showQuantity(Number(lot)) } };
    case 'order_size_too_small':
      return { code: 'quantity_too_small', params: { min: quantity(minimum) } };
    case 'order_size_too_large':
      // A swap that the books cannot take has no largest quantity.
      return maximum === undefined
        ? undefined
        : { code: 'quantity_too_large', params: { max: quantity(maximum) } };
    case 'price_too_low':
      return { code: 'price_too_small', params: { min: price(minimum) } };
    case 'price_too_high':
      return maximum === undefined ? undefined : { code: 'price_too_large', params: { max: price(maximum) } };
    case 'order_cost_limit':
      return { code: 'cost_outside_limits', params: costLimits(details, market) };
    default:
      return undefined;
  }
}

function costLimits({ minimum, maximum }: Details, market: MarketUnits): { min: string; max: string } {
  const [min = '', max = ''] = [minimum, maximum].map(
    (units) => `${market.showQuote(BigInt(units ?? 0))} ${market.quote}`,
  );
  return { min, max };
}

/** The id as the client wrote it: the last part of the key that the server made of it. */
function idOf({ clientOrderId, key }: Details): string {
  return String(clientOrderId ?? String(key).replace(/^[a-z]+:[^:]*:/u, ''));
}

/** The specification fixes what these two say of a market order, whatever the language: programs look for it. */
export function marketOrderProblem(rejection: Rejection, market: MarketUnits): Problem {
  const { code, details = {} } = rejection;
  if (code === 'order_no_funds') return new Problem(code, { detail: marketOrderDetails[code] });
  if (code !== 'order_cost_limit') return problemOf(rejection, market);
  const { min, max } = costLimits(details, market);
  return new Problem(code, { detail: `${marketOrderDetails[code]}: ${min} to ${max}` });
}
