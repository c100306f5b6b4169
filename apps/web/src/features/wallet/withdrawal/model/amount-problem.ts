import type { WithdrawalQuote } from '@emporion/contracts/rest';
import type { FieldProblem } from '#ui/form/field-problem.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { compare, sumOf, unitsOf } from './amounts.ts';

export interface AmountTerms {
  readonly coin: string;
  /** As fine as both the coin and its network count. */
  readonly decimals: number;
  /** Zero for an address of this exchange. */
  readonly fee: string;
  readonly quote: WithdrawalQuote;
  /** What of the coin is in open orders. */
  readonly inOrders: string;
}

/**
 * Why an amount cannot be withdrawn, by the rules and in the order of the server, which has the last word. The value in USDT is known
 * for the amount that the quote was made for.
 */
export function amountProblem(amount: string, terms: AmountTerms): FieldProblem | undefined {
  const { coin, decimals, fee, quote, inOrders } = terms;
  const shown = (text: string) => `${formatNumber(text, { decimals: 18, trimZeros: true })} ${coin}`;
  if (amount === '') return { code: 'field_required' };
  if (amount.startsWith('-')) return { code: 'amount_negative' };
  if (unitsOf(amount) === undefined) return { code: 'amount_not_a_number' };
  if ((amount.split('.')[1] ?? '').replace(/0+$/, '').length > decimals)
    return { code: 'amount_too_many_decimals', params: { max: String(decimals) } };
  if (compare(amount, quote.min) < 0 || compare(amount, '0') === 0)
    return { code: 'amount_too_small', params: { min: shown(quote.min) } };
  if (quote.max !== null && compare(amount, quote.max) > 0)
    return { code: 'amount_too_large', params: { max: shown(quote.max) } };
  if (compare(amount, quote.available) > 0) {
    const isInOrders = compare(amount, sumOf(quote.available, inOrders)) <= 0;
    return { code: isInOrders ? 'not_enough_in_holds' : 'insufficient_funds' };
  }
  if (compare(sumOf(amount, fee), quote.available) > 0) return { code: 'not_enough_for_fee' };
  const { day, level, value } = quote;
  if (day.left !== null && compare(amount, day.left) > 0)
    return {
      code: 'withdrawal_limit_exceeded',
      params: { coin, left: formatNumber(day.left, { decimals, trimZeros: true }) },
    };
  if (value !== null && compare(value, level.left) > 0)
    return { code: 'out_of_limit', params: { left: formatNumber(level.left, { decimals: 2 }) } };
  return undefined;
}

/** The most that can be sent. To somebody of this exchange nothing is taken for the network. */
export function mostSendable({ fee, sendable, available }: WithdrawalQuote, internal: boolean): string {
  return internal && compare(sumOf(sendable, fee), available) === 0 ? available : sendable;
}
