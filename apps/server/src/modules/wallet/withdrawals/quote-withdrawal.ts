import { decimalString, type WithdrawalQuote } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { payoutsFrozenUntil } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { readDay, readPolicy } from './policy.ts';
import { requireRoute } from './require-route.ts';
import { valueForLimits } from './value-for-limits.ts';

/** What a withdrawal costs, and how much of the coin its owner could send now. @throws Problem as `requireRoute`; amount_too_many_decimals. */
export async function quoteWithdrawal(
  platform: Platform,
  asked: { userId: string; coin: string; network: string; amount: string | undefined },
): Promise<WithdrawalQuote> {
  const { userId, coin, amount } = asked;
  const { kysely } = platform.database;
  const { route } = await requireRoute(platform, asked);
  // As fine as both the books and the chain can say it.
  const finest = Math.min(route.ledgerDecimals, route.decimals);
  if (amount !== undefined && !parseDecimal(amount, finest).ok)
    throw new Problem('amount_too_many_decimals', { params: { max: finest } });
  const now = platform.clock.now();
  const [day, policy, frozenUntil, free] = await Promise.all([
    readDay(kysely, { userId, coin, now }),
    readPolicy(kysely),
    payoutsFrozenUntil(kysely, platform, userId),
    platform.view.read(({ ledger }) => ledger.available(userId, coin)),
  ]);
  const units = (text: string) => unitsOf(text, route.ledgerDecimals);
  const one = 10n ** BigInt(route.ledgerDecimals);
  const valueOfOne = await valueForLimits(platform, { coin, units: one });
  // As much of the coin as is left of the day's value, by the price of one.
  const byValue =
    valueOfOne === undefined || unitsOf(valueOfOne) === 0n
      ? undefined
      : (unitsOf(day.valueLeft) * one) / unitsOf(valueOfOne);
  const bounds = [
    free - units(route.withdrawalFee),
    ...[route.withdrawalMax, day.coinLeft].flatMap((bound) => (bound === null ? [] : [units(bound)])),
    ...(byValue === undefined ? [] : [byValue]),
  ];
  const [least = 0n] = bounds.sort((a, b) => Number(a - b));
  const sendable = frozenUntil || least < units(route.withdrawalMin) || least < 0n ? 0n : least;
  const value =
    amount === undefined ? undefined : await valueForLimits(platform, { coin, units: units(amount) });
  return {
    ...{ fee: route.withdrawalFee, min: route.withdrawalMin, max: route.withdrawalMax },
    available: formatDecimal(free, route.ledgerDecimals),
    sendable: formatDecimal(sendable, route.ledgerDecimals),
    day: { max: day.coinMax, used: day.coinUsed, left: day.coinLeft },
    level: { level: day.level, max: day.valueMax, used: day.valueUsed, left: day.valueLeft },
    // Nobody has so much that its value could not be said.
    value: value !== undefined && decimalString.safeParse(value).success ? value : null,
    reviewed: amount !== undefined && (value === undefined || unitsOf(value) > unitsOf(policy.holdAbove)),
    frozen_until: frozenUntil?.toISOString() ?? null,
  };
}

/** Finer than anything that we count, unless said otherwise. What is finer still is cut off. */
function unitsOf(text: string, decimals = 18): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  const parsed = parseDecimal(fraction === '' ? whole : `${whole}.${fraction.slice(0, decimals)}`, decimals);
  return parsed.ok ? parsed.value : 0n;
}
