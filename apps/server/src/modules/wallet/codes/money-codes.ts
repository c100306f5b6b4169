import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Confirmation } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import type { QueryExecutorProvider } from 'kysely';
import {
  type Origin,
  payoutsFrozenUntil,
  recordSecurityEvent,
  requireConfirmation,
  requireProved,
  wordsOf,
} from '#modules/identity/index.ts';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { requireAttempt } from '../attempts.ts';
import { eachByItself } from '../each-by-itself.ts';
import { requireFunds, requireWithinLimits } from '../transfers/require-within-limits.ts';
import { requireAmount } from '../transfers/send-transfer.ts';
import { valueForLimits } from '../withdrawals/value-for-limits.ts';
import { bookCode } from './book-code.ts';
import { codeOf, hashOfCode, readCode } from './code-text.ts';
import {
  changeCode,
  claimCode,
  expireCodes,
  findByHash,
  findCode,
  findCodeByClientId,
  insertCode,
  listCodesOnTheirWay,
  listOpenCodesOf,
  type MoneyCode,
} from './store.ts';

const lifeMs = 30 * 86_400_000;
const hintLength = 4;
/** As long as a code that was sent counts: whoever lost the answer asks again at once. */
const repeatMs = 300_000;

export interface CodeAsked {
  readonly userId: string;
  readonly sessionId: string;
  readonly coin: string;
  readonly amount: string;
  readonly clientId: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
}

/** A code, and whether this call may see its letters. */
export interface OwnCode {
  readonly row: MoneyCode;
  readonly isShown: boolean;
}

/**
 * Locks money behind a code. It is shown to whoever made it, and again to whoever repeats the same call with the same confirmation a moment later: a session
 * alone, which may be stolen, does not see it. The second factor is spent in the transaction in which the code is written down.
 *
 * @throws Problem coin_invalid, amount_too_many_decimals, amount_too_small, payouts_frozen, not_enough_funds, withdrawal_disabled,
 * duplicate_transaction, too_many_withdrawal_attempts, and those of `requireWithinLimits` and `requireConfirmation`.
 */
export async function createCode(platform: Platform, asked: CodeAsked): Promise<OwnCode> {
  const { kysely } = platform.database;
  const { userId: maker, sessionId, clientId, coin, amount, confirmation, origin } = asked;
  const known = await findCodeByClientId(kysely, { maker, clientId });
  if (known) return repeatOf(platform, known, asked);
  await requireAttempt(platform, { userId: maker, words: [clientId, coin, amount] });
  const units = await requireAmount(platform, { coin, amount });
  if (await payoutsFrozenUntil(kysely, platform, maker)) throw new Problem('payouts_frozen');
  await requireProved(kysely, platform, maker);
  await ensureAccount(platform, await liveExchange(platform), maker);
  const id = randomUUID();
  const code = codeOf(platform.config, id);
  const now = platform.clock.now();
  const row = {
    ...{ id, maker, clientId, coin, amount, now },
    hash: hashOfCode(code),
    confirmedWith: hashOfConfirmation(confirmation),
    hint: code.slice(-hintLength),
    expiresAt: new Date(now.getTime() + lifeMs),
  };
  const value = await valueForLimits(platform, { coin, units });
  const written = await requireConfirmation(
    platform,
    { userId: maker, action: 'p2p_code', boundTo: wordsOf({ currency: coin, amount }), confirmation, origin },
    async (transaction, user) => {
      const leaving = { user, sessionId, coin, amount, value, now };
      const known = await requireWithinLimits(platform, transaction, leaving);
      await requireFunds(platform, { userId: maker, coin, units }, 'not_enough_funds');
      await recordSecurityEvent(transaction, {
        ...{ event: 'code_confirmed', userId: maker, actorId: maker, origin, details: { code: id } },
      });
      return insertCode(transaction, { ...row, value: known });
    },
    (transaction) => findCodeByClientId(transaction, { maker, clientId }),
  );
  return repeatOf(platform, written, asked);
}

function requireLocked(code: MoneyCode): MoneyCode {
  if (code.status !== 'refused') return code;
  throw new Problem(code.reason === 'withdrawal_disabled' ? 'withdrawal_disabled' : 'not_enough_funds');
}

/** The same words under the same id are the same code; other words are a mistake. */
async function repeatOf(
  platform: Platform,
  known: MoneyCode,
  { coin, amount, confirmation }: CodeAsked,
): Promise<OwnCode> {
  const [before, now] = [parseDecimal(known.amount, 18), parseDecimal(amount, 18)];
  if (known.coin !== coin || !before.ok || !now.ok || before.value !== now.value)
    throw new Problem('duplicate_transaction');
  const isYoung = platform.clock.now().getTime() - known.createdAt.getTime() < repeatMs;
  const isSame =
    known.confirmedWith !== null && timingSafeEqual(known.confirmedWith, hashOfConfirmation(confirmation));
  return { row: requireLocked(await bookCode(platform, known)), isShown: isYoung && isSame };
}

function hashOfConfirmation(confirmation: Confirmation | undefined): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(confirmation ?? null))
    .digest();
}

/**
 * Shows an open code to its maker once more, for a fresh code of theirs.
 *
 * @throws Problem not_found for somebody else's; as `redeemCode` for one that nobody can redeem any more; and those of `requireConfirmation`.
 */
export async function showCode(
  platform: Platform,
  {
    userId,
    id,
    confirmation,
    origin,
  }: Pick<CodeAsked, 'userId' | 'confirmation' | 'origin'> & { id: string },
): Promise<MoneyCode> {
  const found = await findCode(platform.database.kysely, id);
  if (found?.maker !== userId) throw new Problem('not_found');
  if (found.status !== 'open') throw new Problem(whyClosed(found, platform.clock.now()));
  const action = { userId, action: 'p2p_code_show', boundTo: id, confirmation, origin } as const;
  return requireConfirmation(platform, action, async () => found);
}

/**
 * Of a hundred who redeem a code at once, one gets it; that one may ask again, and is told the same.
 *
 * @throws Problem invalid_code, code_already_redeemed, code_expired: only to whoever has a code that exists.
 */
export async function redeemCode(
  platform: Platform,
  { userId, text }: { userId: string; text: string },
): Promise<MoneyCode> {
  const { kysely } = platform.database;
  const code = readCode(text);
  if (code === undefined) throw new Problem('invalid_code');
  await ensureAccount(platform, await liveExchange(platform), userId);
  const hash = hashOfCode(code);
  const now = platform.clock.now();
  const claimed = await claimCode(kysely, { hash, redeemer: userId, now });
  if (claimed) {
    const stands = await bookCode(platform, claimed);
    if (stands.status === 'redeemed') return stands;
    throw new Problem('invalid_code');
  }
  const found = await findByHash(kysely, hash);
  if (found?.redeemer !== userId) throw new Problem(whyClosed(found, now));
  const stands = await outcomeOf(kysely, found);
  if (stands?.status === 'redeemed') return stands;
  throw new Problem(stands?.status === 'redeeming' ? 'code_already_redeemed' : 'invalid_code');
}

const outcomeWaits = 100;
const outcomeWaitMs = 50;

/** How a code stands once the other call of the same user that redeems it is through; after five seconds, as it stands then. It only looks: the other one books. */
async function outcomeOf(
  db: QueryExecutorProvider,
  { id, status }: MoneyCode,
): Promise<MoneyCode | undefined> {
  for (let waits = 0; status === 'redeeming' && waits < outcomeWaits; waits += 1) {
    await setTimeout(outcomeWaitMs);
    const stands = await findCode(db, id);
    if (stands?.status !== 'redeeming') return stands;
  }
  return findCode(db, id);
}

function whyClosed(
  code: MoneyCode | undefined,
  now: Date,
): 'invalid_code' | 'code_already_redeemed' | 'code_expired' {
  if (code?.status === 'redeemed' || code?.status === 'redeeming') return 'code_already_redeemed';
  const isOver = code?.status === 'open' && code.expiresAt <= now;
  const isExpired = code?.status === 'expired' || code?.reason === 'expired' || isOver;
  return isExpired ? 'code_expired' : 'invalid_code';
}

/** The money goes back to its maker; once more changes nothing. @throws Problem not_found for somebody else's; as `redeemCode`. */
export async function cancelCode(
  platform: Platform,
  { userId, id }: { userId: string; id: string },
): Promise<MoneyCode> {
  const { kysely } = platform.database;
  const found = await findCode(kysely, id);
  if (found?.maker !== userId) throw new Problem('not_found');
  const now = platform.clock.now();
  const change = { id, from: 'open', to: 'cancelling', now } as const;
  // Whoever was quicker may still be about it.
  const cancelling = (await changeCode(kysely, change)) ?? (await findCode(kysely, id));
  if (cancelling?.status === 'cancelling') await bookCode(platform, cancelling);
  const stands = await findCode(kysely, id);
  if (stands?.status !== 'cancelled') throw new Problem(whyClosed(stands, now));
  return stands;
}

/** Gives back the money behind every code of a user that nobody has redeemed: a stranger may have made it, or it must not be redeemed any more. */
export async function cancelCodesOf(platform: Platform, userId: string): Promise<void> {
  const open = await listOpenCodesOf(platform.database.kysely, userId);
  await eachByItself(platform, open, async (code) => {
    const { id, status } = await bookCode(platform, code);
    if (status !== 'open') return;
    try {
      await cancelCode(platform, { userId, id });
    } catch (error) {
      // Somebody was quicker.
      if (!(error instanceof Problem)) throw error;
    }
  });
}

/** Takes up what a crash interrupted, and gives back what nobody redeemed in time. */
export async function tendCodes(platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  await eachByItself(platform, await listCodesOnTheirWay(kysely), (code) => bookCode(platform, code));
  await eachByItself(platform, await expireCodes(kysely, platform.clock.now()), (code) =>
    bookCode(platform, code),
  );
}
