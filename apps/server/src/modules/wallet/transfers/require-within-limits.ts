import type { Transaction } from 'kysely';
import { isYoungDevice, type User } from '#modules/identity/index.ts';
import { Problem, type Sentence } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { paysToSavedOnly } from '../address-book/address-book.ts';
import { lockLeaving, requireBeyondCardHold } from '../withdrawals/card-hold.ts';
import { countRecent, readDay, readPolicy, requireWithinDay, unitsOf } from '../withdrawals/policy.ts';

export interface Leaving {
  readonly user: User;
  readonly sessionId: string;
  readonly coin: string;
  readonly amount: string;
  /** In USDT; undefined when nobody knows. */
  readonly value: string | undefined;
  readonly now: Date;
}

/**
 * Holds a transfer or a code to what holds for withdrawals, with the sender's account locked: it leaves the account as they do. No person looks at one
 * before it goes, so what a person would look at is refused.
 *
 * @returns what it is worth.
 * @throws Problem payouts_frozen; address_not_saved for whoever pays out to saved addresses only; out_of_limit for what a person would look at;
 * card_hold; withdrawal_limit_exceeded and out_of_limit of the day.
 */
export async function requireWithinLimits(
  platform: Platform,
  transaction: Transaction<unknown>,
  { user, sessionId, coin, amount, value, now }: Leaving,
): Promise<string> {
  const { id: userId, payoutsFrozenUntil } = user;
  if (payoutsFrozenUntil !== null && payoutsFrozenUntil > now) throw new Problem('payouts_frozen');
  await lockLeaving(transaction, userId);
  if (await paysToSavedOnly(transaction, { userId, now })) throw new Problem('address_not_saved');
  const policy = await readPolicy(transaction);
  if (value === undefined) throw wouldBeReviewed({ code: 'transfer_value_unknown', params: { coin } });
  if (unitsOf(value) > unitsOf(policy.holdAbove))
    throw wouldBeReviewed({ code: 'transfer_too_large', params: { max: policy.holdAbove } });
  const { newDeviceHours: hours, velocityRequests: max, velocityMinutes: minutes } = policy;
  if (policy.holdOnNewDevice && (await isYoungDevice(transaction, { sessionId, userId, hours, now })))
    throw wouldBeReviewed({ code: 'transfer_from_new_device', params: { hours } });
  if ((await countRecent(transaction, { userId, minutes, now })) >= max)
    throw wouldBeReviewed({ code: 'transfers_too_many', params: { max, minutes } });
  requireWithinDay(await readDay(transaction, { userId, coin, now }), { value, amount, coin });
  await requireBeyondCardHold(platform, transaction, { userId, also: { coin, amount }, now });
  return value;
}

function wouldBeReviewed(sentence: Sentence): Problem {
  return new Problem('out_of_limit', { sentence });
}

/**
 * What the exchange would refuse is refused before anything is written down and the code is spent, so that the same code and client id can be tried again. The
 * exchange decides all the same: others may be quicker.
 *
 * @throws Problem withdrawal_disabled, and the one of too little.
 */
export async function requireFunds(
  { view }: Pick<Platform, 'view'>,
  { userId, coin, units }: { userId: string; coin: string; units: bigint },
  tooLittle: 'insufficient_funds' | 'not_enough_funds',
): Promise<void> {
  const { free, mayPayOut } = await view.read((exchange) => ({
    free: exchange.ledger.available(userId, coin),
    mayPayOut: exchange.findAccount(userId)?.mayPayOut ?? true,
  }));
  if (!mayPayOut) throw new Problem('withdrawal_disabled');
  if (free < units) throw new Problem(tooLittle);
}
