import type { CoinTerms } from '@emporion/contracts/rest';
import { amountText } from '#kit/amount-text.ts';

const orNone = (amount: string | null): string => (amount === null ? 'None' : amountText(amount));

/** By the names under which a person reads the terms of a coin. */
export function termsInWords({ withdrawal_daily_max, networks }: CoinTerms): Record<string, string> {
  return {
    'Daily withdrawal maximum': orNone(withdrawal_daily_max),
    ...Object.fromEntries(
      networks.flatMap(({ network, deposit_fee, deposit_max }) => [
        [`Deposit fee, ${network}`, amountText(deposit_fee)],
        [`Deposit maximum, ${network}`, orNone(deposit_max)],
      ]),
    ),
  };
}
