import type { Confirmation } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import {
  type Origin,
  payoutsFrozenUntil,
  recordSecurityEvent,
  requireConfirmation,
  requireProved,
  wordsOf,
} from '#modules/identity/index.ts';
import { readMarkets } from '#modules/markets/index.ts';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { requireAttempt } from '../attempts.ts';
import { valueForLimits } from '../withdrawals/value-for-limits.ts';
import { requireFunds, requireWithinLimits } from './require-within-limits.ts';
import { findRecipient, resolveRecipient } from './resolve-recipient.ts';
import { bookTransfer, findTransfer, insertTransfer, type TransferRow, transferRefusal } from './transfer.ts';

export interface TransferAsked {
  readonly userId: string;
  readonly sessionId: string;
  /** An e-mail address, a user name or an id. */
  readonly recipient: string;
  readonly coin: string;
  readonly amount: string;
  readonly clientId: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
}

/**
 * Sends money to another user. The code is spent in the transaction in which the transfer is written down. What is refused moved nothing, and may be tried again
 * under the same client id.
 *
 * @throws Problem account_not_found, same_account_transfer, coin_invalid, amount_too_many_decimals, amount_too_small, payouts_frozen,
 * insufficient_funds, withdrawal_disabled, duplicate_transaction, too_many_withdrawal_attempts, and those of `requireWithinLimits` and
 * `requireConfirmation`.
 */
export async function sendTransfer(platform: Platform, asked: TransferAsked): Promise<TransferRow> {
  const { kysely } = platform.database;
  const { userId, sessionId, clientId, recipient, coin, amount, confirmation, origin } = asked;
  const known = await findTransfer(kysely, { fromUser: userId, clientId });
  if (known) return repeatOf(platform, known, { ...asked, toUser: await findRecipient(kysely, recipient) });
  await requireAttempt(platform, { userId, words: [clientId, recipient, coin, amount] });
  const units = await requireAmount(platform, { coin, amount });
  const toUser = await resolveRecipient(platform, { userId, recipient });
  if (await payoutsFrozenUntil(kysely, platform, userId)) throw new Problem('payouts_frozen');
  await requireProved(kysely, platform, userId);
  const live = await liveExchange(platform);
  for (const account of [userId, toUser]) await ensureAccount(platform, live, account);
  const now = platform.clock.now();
  const value = await valueForLimits(platform, { coin, units });
  const written = await requireConfirmation(
    platform,
    {
      userId,
      action: 'transfer',
      boundTo: wordsOf({ currency: coin, amount, to: toUser }),
      confirmation,
      origin,
    },
    async (transaction, user) => {
      const leaving = { user, sessionId, coin, amount, value, now };
      const known = await requireWithinLimits(platform, transaction, leaving);
      await requireFunds(platform, { userId, coin, units }, 'insufficient_funds');
      const sent = { fromUser: userId, toUser, clientId, coin, amount, value: known, now };
      const transfer = await insertTransfer(transaction, sent);
      await recordSecurityEvent(transaction, {
        ...{ event: 'transfer_confirmed', userId, actorId: userId, origin },
        details: { transfer: transfer.id },
      });
      return transfer;
    },
    (transaction) => findTransfer(transaction, { fromUser: userId, clientId }),
  );
  return repeatOf(platform, written, { ...asked, toUser });
}

/**
 * Who would get a transfer. Trying names is bounded as sending is.
 *
 * @throws Problem account_not_found, same_account_transfer, too_many_withdrawal_attempts.
 */
export async function checkRecipient(
  platform: Platform,
  { userId, recipient }: { userId: string; recipient: string },
): Promise<string> {
  await requireAttempt(platform, { userId, words: ['recipient', recipient] });
  return resolveRecipient(platform, { userId, recipient });
}

/** The same words under the same id are the same transfer; other words are a mistake. */
async function repeatOf(
  platform: Platform,
  known: TransferRow,
  { toUser, coin, amount }: { toUser: string | undefined; coin: string; amount: string },
): Promise<TransferRow> {
  const [before, now] = [parseDecimal(known.amount, 18), parseDecimal(amount, 18)];
  const isSame =
    known.toUser === toUser && known.coin === coin && before.ok && now.ok && before.value === now.value;
  if (!isSame) throw new Problem('duplicate_transaction');
  const stands = await bookTransfer(platform, known);
  if (stands.status === 'refused') throw transferRefusal(stands);
  return stands;
}

/** What it is in units of the coin. @throws Problem coin_invalid, amount_too_many_decimals, amount_too_small. */
export async function requireAmount(
  platform: Platform,
  { coin, amount }: { coin: string; amount: string },
): Promise<bigint> {
  const { coins } = await readMarkets(platform);
  const decimals = coins.find(({ code }) => code === coin)?.decimals;
  if (decimals === undefined) throw new Problem('coin_invalid');
  const units = parseDecimal(amount, decimals);
  if (!units.ok) throw new Problem('amount_too_many_decimals', { params: { max: decimals } });
  if (units.value <= 0n)
    throw new Problem('amount_too_small', { params: { min: formatDecimal(1n, decimals) } });
  return units.value;
}
