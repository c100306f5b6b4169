import type { PayMethod, PaySystem, PaySystemTerms } from '@emporion/contracts/rest';
import { formatDecimal, mulDivUp, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { LiveExchange } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';

export const fiatDecimals = 2;

/** What each system offers. `wire_transfer` and `crypto` have pages of their own. */
export const systemMethods: Readonly<Record<PaySystem, readonly PayMethod[]>> = {
  cauri: ['credit_card', 'debit_card', 'mobile_wallet'],
  payeer: ['online_wallet'],
  sepa: ['bank_transfer'],
};

export const payoutTo: Readonly<Record<PaySystem, PaySystemTerms['payout']>> = {
  cauri: 'card',
  payeer: 'payeer',
  sepa: 'iban',
};

export interface Fee {
  /** In hundredths of a percent. */
  readonly rate: bigint;
  readonly fixed: bigint;
}

/** Amounts in hundredths of the currency. */
export interface Terms {
  readonly system: PaySystem;
  readonly currency: string;
  readonly purchase: Fee;
  readonly payout: Fee;
  readonly min: bigint;
  readonly max: bigint;
  /** Off for the system, the currency, or because it is hidden. */
  readonly purchasesDisabled: boolean;
  readonly salesDisabled: boolean;
}

const ratePer = 10_000n;

export const showFiat = (units: bigint) => formatDecimal(units, fiatDecimals);

export function showCoin({ coins }: Pick<LiveExchange, 'coins'>, coin: string, units: bigint): string {
  return formatDecimal(units, coins.get(coin) ?? 0);
}

export function fiatUnits(text: string): bigint {
  const parsed = parseDecimal(text, fiatDecimals);
  if (!parsed.ok) throw new Problem('amount_too_many_decimals', { params: { max: fiatDecimals } });
  return parsed.value;
}

/** Rounded up, so that no part of a hundredth is given away. */
export function feeOf(amount: bigint, { rate, fixed }: Fee): bigint {
  return mulDivUp(amount, { by: rate, per: ratePer }) + fixed;
}

/** The least amount of which so much is left when the fee is taken off: the fee grows slower than the amount, so halving finds it. */
export function grossOf(net: bigint, fee: Fee): bigint {
  let [low, high] = [net, (net + fee.fixed + 1n) * 2n + 2n];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (middle - feeOf(middle, fee) >= net) high = middle;
    else low = middle + 1n;
  }
  return low;
}

interface TermsRow {
  readonly system: PaySystem;
  readonly currency: string;
  readonly purchasePercent: string;
  readonly purchaseFixed: string;
  readonly payoutPercent: string;
  readonly payoutFixed: string;
  readonly min: string;
  readonly max: string;
  readonly purchasesDisabled: boolean;
  readonly salesDisabled: boolean;
}

/** The terms of every system in every currency that is listed. */
export async function readTerms(db: QueryExecutorProvider): Promise<Terms[]> {
  const { rows } = await sql<TermsRow>`
    select card_terms.system, card_terms.currency, purchase_fee_percent::text as "purchasePercent",
      trim_scale(purchase_fee_fixed)::text as "purchaseFixed", payout_fee_percent::text as "payoutPercent",
      trim_scale(payout_fee_fixed)::text as "payoutFixed", trim_scale(amount_min)::text as min,
      trim_scale(amount_max)::text as max,
      purchases_disabled or coins.hidden or coins.deposits_disabled as "purchasesDisabled",
      sales_disabled or coins.hidden or coins.withdrawals_disabled
        or exists (select from coin_stops where coin_stops.coin = coins.code and lifted_at is null)
        or exists (select from payout_rests where until > now()) as "salesDisabled"
    from card_terms join card_systems on card_systems.name = card_terms.system
    join coins on coins.code = card_terms.currency and coins.kind = 'fiat'
    order by card_systems.place, coins.place
  `.execute(db);
  return rows.map((row) => ({
    ...{ system: row.system, currency: row.currency, min: fiatUnits(row.min), max: fiatUnits(row.max) },
    purchase: { rate: fiatUnits(row.purchasePercent), fixed: fiatUnits(row.purchaseFixed) },
    payout: { rate: fiatUnits(row.payoutPercent), fixed: fiatUnits(row.payoutFixed) },
    ...{ purchasesDisabled: row.purchasesDisabled, salesDisabled: row.salesDisabled },
  }));
}

/** @throws Problem coin_invalid for a currency that the system does not take. */
export async function requireTerms(
  db: QueryExecutorProvider,
  { system, currency }: { system: string; currency: string },
): Promise<Terms> {
  const terms = (await readTerms(db)).find((each) => each.system === system && each.currency === currency);
  if (!terms) throw new Problem('coin_invalid', { fields: { currency: { code: 'coin_invalid' } } });
  return terms;
}

/** @throws Problem amount_too_small, amount_too_large. */
export function requireWithinBounds({ min, max, currency }: Terms, amount: bigint): void {
  if (amount < min)
    throw new Problem('amount_too_small', { params: { min: `${showFiat(min)} ${currency}` } });
  if (amount > max)
    throw new Problem('amount_too_large', { params: { max: `${showFiat(max)} ${currency}` } });
}
