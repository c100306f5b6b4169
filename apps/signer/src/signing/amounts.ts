import { costOf, type SigningRequest } from '@emporion/chains';
import { fail, type Result, succeed } from '@emporion/kernel';
import type { Count } from '#count/count.ts';
import type { NetworkPolicy, Policy } from '#policy/policy.ts';
import type { Refusal } from './checks.ts';
import { isHot } from './hot-path.ts';

/** All networks together: so many transactions, whatever they move. */
const transactionsDay = 'transactions';

interface Days {
  readonly policy: Policy;
  readonly network: NetworkPolicy;
  readonly count: Count;
}

/**
 * What a request adds to which day, or the day that has no room for it. What only saves money pays its fee from a small day of its own when the coin's day is
 * spent: whoever has spent it must not have taken away what helps against them.
 */
export function countableAmounts(
  request: SigningRequest,
  { countedFee, ...days }: Days & { countedFee: bigint | undefined },
): Result<ReadonlyMap<string, bigint>, Refusal> {
  const { network } = days;
  const amounts = amountsOf(request, { network, countedFee, feeDay: coinDay(network, network.feeCoin) });
  const refusal = refusalOfDay(amounts, days);
  if (!refusal) return succeed(amounts);
  if (!isRescue(request)) return fail(refusal);
  const rescued = amountsOf(request, { network, countedFee, feeDay: rescueDay(network) });
  return refusalOfDay(rescued, days) ? fail(refusal) : succeed(rescued);
}

/** Money goes to the cold address; or from the hot one to itself, which calls off what has the same number or inputs. */
function isRescue({ kind, payments, terms }: SigningRequest): boolean {
  if (kind === 'cold') return true;
  const isFromHot = terms.family === 'bitcoin' || isHot(terms.from);
  return kind === 'sweep' && isFromHot && payments.every(({ own }) => isHot(own));
}

/**
 * Payouts add their amounts, top-ups theirs to a small day of their own, and each the fee, in the coin that pays it, or what a replacement pays more than
 * the most expensive one before it. Sweeps and cold payments stay ours, so only their fees count.
 */
function amountsOf(
  { kind, payments, terms }: SigningRequest,
  { network, countedFee, feeDay }: { network: NetworkPolicy; countedFee: bigint | undefined; feeDay: string },
): ReadonlyMap<string, bigint> {
  const amounts = new Map<string, bigint>([[transactionsDay, 1n]]);
  const add = (day: string, amount: bigint) => amounts.set(day, (amounts.get(day) ?? 0n) + amount);
  const isReplacement = countedFee !== undefined;
  if (kind === 'payout' && !isReplacement)
    for (const { coin, amount } of payments) add(coinDay(network, coin), amount);
  if (kind === 'top-up' && !isReplacement) for (const { amount } of payments) add(topUpDay(network), amount);
  add(feeDay, costOf(terms) - (countedFee ?? 0n));
  return amounts;
}

/** The first day that these amounts would pass. */
function refusalOfDay(
  amounts: ReadonlyMap<string, bigint>,
  { policy, network, count }: Days,
): Refusal | undefined {
  for (const [day, amount] of amounts) {
    const max = maxOf(day, { policy, network });
    if (amount > 0n && count.spent(day) + amount > max)
      return { refusal: 'day_spent', reason: `More than ${max} would leave in 24 hours: ${day}.` };
  }
  return undefined;
}

/** What each day that a request has added to has spent by now, and what it has at most. */
export function spentOf(
  amounts: ReadonlyMap<string, bigint>,
  days: Days,
): Record<string, { readonly added: string; readonly spent: string; readonly max: string }> {
  return Object.fromEntries(
    [...amounts].map(([day, added]) => {
      const [spent, max] = [days.count.spent(day), maxOf(day, days)];
      return [day, { added: `${added}`, spent: `${spent}`, max: `${max}` }];
    }),
  );
}

function maxOf(day: string, { policy, network }: Omit<Days, 'count'>): bigint {
  if (day === transactionsDay) return BigInt(policy.transactionsPerDay);
  if (day === topUpDay(network)) return network.topUpDayMax;
  if (day === rescueDay(network)) return network.rescueFeeDayMax;
  for (const [coin, { dayMax }] of network.coins) if (day === coinDay(network, coin)) return dayMax;
  return 0n;
}

function coinDay({ code }: NetworkPolicy, coin: string): string {
  return `${code}/${coin}`;
}

function topUpDay({ code }: NetworkPolicy): string {
  return `${code}/top-ups`;
}

function rescueDay({ code }: NetworkPolicy): string {
  return `${code}/rescue-fees`;
}
