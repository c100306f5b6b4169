import { costOf, type SigningRequest } from '@emporion/chains';
import type { Count } from '#count/count.ts';
import type { NetworkPolicy, Policy } from '#policy/policy.ts';
import type { Refusal } from './checks.ts';

/** All networks together: so many transactions, whatever they move. */
const transactionsDay = 'transactions';

/**
 * What a request adds to which day: payouts their amounts, top-ups theirs to a small day of their own, and each the fee, in the coin that pays it, or what
 * a replacement pays more than the most expensive one before it. Sweeps and cold payments stay ours, so only their fees count.
 */
export function amountsOf(
  { kind, payments, terms }: SigningRequest,
  { policy, countedFee }: { policy: NetworkPolicy; countedFee: bigint | undefined },
): ReadonlyMap<string, bigint> {
  const amounts = new Map<string, bigint>([[transactionsDay, 1n]]);
  const add = (day: string, amount: bigint) => amounts.set(day, (amounts.get(day) ?? 0n) + amount);
  const isReplacement = countedFee !== undefined;
  if (kind === 'payout' && !isReplacement)
    for (const { coin, amount } of payments) add(coinDay(policy, coin), amount);
  if (kind === 'top-up' && !isReplacement) for (const { amount } of payments) add(topUpDay(policy), amount);
  add(coinDay(policy, policy.feeCoin), costOf(terms) - (countedFee ?? 0n));
  return amounts;
}

/** The first day that these amounts would pass. */
export function refusalOfDay(
  amounts: ReadonlyMap<string, bigint>,
  { policy, network, count }: { policy: Policy; network: NetworkPolicy; count: Count },
): Refusal | undefined {
  for (const [day, amount] of amounts) {
    const max = maxOf(day, { policy, network });
    if (amount > 0n && count.spent(day) + amount > max)
      return { refusal: 'day_spent', reason: `More than ${max} would leave in 24 hours: ${day}.` };
  }
  return undefined;
}

function maxOf(day: string, { policy, network }: { policy: Policy; network: NetworkPolicy }): bigint {
  if (day === transactionsDay) return BigInt(policy.transactionsPerDay);
  if (day === topUpDay(network)) return network.topUpDayMax;
  for (const [coin, { dayMax }] of network.coins) if (day === coinDay(network, coin)) return dayMax;
  return 0n;
}

function coinDay({ code }: NetworkPolicy, coin: string): string {
  return `${code}/${coin}`;
}

function topUpDay({ code }: NetworkPolicy): string {
  return `${code}/top-ups`;
}
