import type { CoinState } from '#live/coin-state.ts';
import type { FieldProblem } from '#ui/form/field-problem.ts';
import { compare, sumOf, unitsOf } from '../withdrawal/model/amounts.ts';

/** Why an amount cannot be taken from what there is of a coin. What the day allows only the server knows. */
export function balanceProblem(
  amount: string,
  coin: Pick<CoinState, 'actual' | 'orders' | 'decimals'> | undefined,
): FieldProblem | undefined {
  if (amount === '') return { code: 'field_required' };
  if (amount.startsWith('-')) return { code: 'amount_negative' };
  if (unitsOf(amount) === undefined) return { code: 'amount_not_a_number' };
  if (coin === undefined) return undefined;
  if ((amount.split('.')[1] ?? '').replace(/0+$/, '').length > coin.decimals)
    return { code: 'amount_too_many_decimals', params: { max: String(coin.decimals) } };
  if (compare(amount, '0') === 0)
    return {
      code: 'amount_too_small',
      params: { min: coin.decimals === 0 ? '1' : `0.${'0'.repeat(coin.decimals - 1)}1` },
    };
  if (compare(amount, coin.actual) <= 0) return undefined;
  return {
    code:
      compare(amount, sumOf(coin.actual, coin.orders)) <= 0 ? 'not_enough_in_holds' : 'insufficient_funds',
  };
}
