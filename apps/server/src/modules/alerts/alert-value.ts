import type { NewAlert } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import type { MarketUnits } from '#modules/trading/index.ts';
import { Problem, type ProblemParams } from '#platform/http/problem.ts';
import { decimalsOf } from './alert.ts';

/** A book counts prices in numbers that must stay exact. */
const priceMax = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * What an alert is to wait for, as its market counts it.
 *
 * @throws Problem amount_too_many_decimals, amount_too_small, amount_too_large, price_off_tick.
 */
export function alertValue(
  { metric, value }: Pick<NewAlert, 'metric' | 'value'>,
  { market, tick }: { market: MarketUnits; tick: number },
): bigint {
  const decimals = decimalsOf(market, metric);
  const parsed = parseDecimal(value, decimals);
  if (!parsed.ok) throw refused('amount_too_many_decimals', { max: decimals });
  const show = (units: bigint) => formatDecimal(units, decimals);
  const step = metric === 'price' ? BigInt(tick) : 1n;
  if (parsed.value < step) throw refused('amount_too_small', { min: show(step) });
  if (metric === 'price' && parsed.value > priceMax)
    throw refused('amount_too_large', { max: show(priceMax) });
  if (parsed.value % step !== 0n) throw refused('price_off_tick', { tick: show(step) });
  return parsed.value;
}

type Code = 'amount_too_many_decimals' | 'amount_too_small' | 'amount_too_large' | 'price_off_tick';

function refused(code: Code, params: ProblemParams): Problem {
  return new Problem(code, { params, fields: { value: { code, params } } });
}
