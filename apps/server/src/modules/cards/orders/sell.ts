import { randomUUID } from 'node:crypto';
import {
  type cardEndpoints,
  isIban,
  isPayeerAccount,
  type PaySystem,
  plainIban,
} from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import {
  type Origin,
  payoutsFrozenUntil,
  recordSecurityEvent,
  requireConfirmation,
  requireProved,
  wordsOf,
} from '#modules/identity/index.ts';
import { positiveUnits } from '#modules/swap/index.ts';
import { ensureAccount, type Trading } from '#modules/trading/index.ts';
import {
  isDenied,
  requireAttempt,
  requireBankDestination,
  requireCoinOfDay,
  requireFunds,
  requireWithinLimits,
  valueForLimits,
} from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { quoteSale } from '../quotes.ts';
import { requireSavedCard } from '../saved-cards.ts';
import { sealToken, unsealToken } from '../sealed-tokens.ts';
import { fiatUnits, grossOf, payoutTo, showCoin, showFiat } from '../terms.ts';
import { advanceQuietly } from './advance.ts';
import { findByClientId } from './buy.ts';
import { findOrder, type OrderRow } from './order.ts';

type Body = z.output<(typeof cardEndpoints)['sell']['body']>;

interface Destination {
  readonly to: string;
  readonly holder: string | null;
  readonly card: { readonly id: string; readonly sealedToken: Buffer } | null;
  readonly brand: string | null;
  readonly lastFour: string | null;
}

/**
 * Where a sale is paid out to, in its one spelling.
 *
 * @throws Problem card_not_found, card_expired, payeer_account_invalid, iban_invalid, field_required for an IBAN without its holder, holder_differs.
 */
export async function requireDestination(
  db: QueryExecutorProvider,
  {
    userId,
    system,
    currency,
    to,
    holder,
    now,
  }: {
    userId: string;
    system: PaySystem;
    currency: string;
    to: string;
    holder: string | undefined;
    now: Date;
  },
): Promise<Destination> {
  const account = { holder: holder ?? null, card: null, brand: null, lastFour: null };
  const refuse = (code: 'payeer_account_invalid' | 'iban_invalid') =>
    new Problem(code, { fields: { to: { code } } });
  switch (payoutTo[system]) {
    case 'card': {
      const card = await requireSavedCard(db, { id: to, userId, system, now });
      return { to, holder: null, card, brand: card.brand, lastFour: card.lastFour };
    }
    case 'payeer':
      if (!isPayeerAccount(to)) throw refuse('payeer_account_invalid');
      return { ...account, to };
    default:
      if (!isIban(to)) throw refuse('iban_invalid');
      if (holder === undefined)
        throw new Problem('unprocessable_entity', { fields: { holder: { code: 'field_required' } } });
      // As of a withdrawal to a bank: whoever is verified is paid under their own name.
      await requireBankDestination(db, { ...{ userId, coin: currency, address: to, memo: null }, holder });
      return { ...account, to: plainIban(to) };
  }
}

/**
 * Sells a coin and has the currency paid out. The code is spent in the transaction in which the sale is written down; what the books then do not give is
 * refused, and nothing was sold.
 *
 * @throws Problem price_changed, duplicate_transaction, payouts_frozen, insufficient_funds, and those of `requireDestination`, `quoteSale`,
 * `requireProved`, `requireConfirmation` and of the limits of withdrawals.
 */
export async function sell(
  trading: Trading,
  { userId, sessionId, origin, body }: { userId: string; sessionId: string; origin: Origin; body: Body },
): Promise<OrderRow> {
  const { platform, live } = trading;
  const { config } = platform;
  const { kysely } = platform.database;
  const { pay_system: system, currency, coin, give, client_id: clientId } = body;
  const now = platform.clock.now();
  const target = { userId, system, currency, to: body.to, holder: body.holder, now };
  const known = await findByClientId(platform, userId, clientId);
  if (known) return finish(trading, known, body);
  await requireAttempt(platform, { userId, words: [clientId, system, currency, coin, give, body.to] });
  const destination = await requireDestination(kysely, target);
  await requireAllowed(platform, { userId, origin, to: destination.to });
  if (await payoutsFrozenUntil(kysely, platform, userId)) throw new Problem('payouts_frozen');
  await requireProved(kysely, platform, userId);
  const asked = { pay_system: system, currency, coin, give, slippage: '0' };
  const { terms, gross, fee, quote } = await quoteSale(trading, asked, userId);
  const least = fiatUnits(body.least);
  if (gross - fee < least) throw new Problem('price_changed');
  await ensureAccount(platform, live, userId);
  const value = await worthOf(trading, { coin, sold: quote.given, currency, gross });
  const sold = showCoin(live, coin, quote.given);
  const written = await requireConfirmation(
    platform,
    {
      ...{ userId, action: 'card_sale', confirmation: body.confirmation, origin },
      boundTo: wordsOf({ currency: coin, amount: give, to: body.to }),
    },
    async (transaction, user) => {
      const leaving = { user, sessionId, coin, amount: sold, value, now };
      const worth = await requireWithinLimits(platform, transaction, leaving);
      // It leaves as currency, of which a day has a most too.
      await requireCoinOfDay(transaction, { userId, coin: currency, amount: showFiat(gross), now });
      await requireFunds(platform, { userId, coin, units: quote.given }, 'insufficient_funds');
      const id = randomUUID();
      const { card } = destination;
      const token = card && unsealToken(config, card.id, card.sealedToken);
      await sql`
        insert into card_orders (
          id, user_id, side, client_id, system, method, currency, coin, coin_amount, expected, least, value, stage, sealed_token,
          card_brand, card_last_four, destination, holder, route, given, asked, minimum, created_at, updated_at
        ) values (
          ${id}, ${userId}, 'sell', ${clientId}, ${system}, ${methodOf[system]}, ${currency}, ${coin}, ${sold},
          ${showFiat(gross - fee)}, ${showFiat(least)}, ${worth}, 'selling', ${token && sealToken(config, id, token)}, ${destination.brand},
          ${destination.lastFour}, ${destination.to}, ${destination.holder}, ${[...quote.route]}::text[], ${sold}, ${give},
          ${showFiat(grossOf(least, terms.payout))}, ${now}, ${now}
        )
      `.execute(transaction);
      await recordSecurityEvent(transaction, {
        ...{ event: 'card_sale_confirmed', userId, actorId: userId, origin },
        details: { order: id },
      });
      return findOrder(transaction, id);
    },
    (transaction) => findByClientId({ database: { kysely: transaction } }, userId, clientId),
  );
  if (!written) throw new Error('A sale that was written is gone.');
  return finish(trading, written, body);
}

/** What staff denied is paid to by no path, and whoever tries is in the log. @throws Problem address_denied. */
async function requireAllowed(
  { database: { kysely } }: Platform,
  { userId, origin, to }: { userId: string; origin: Origin; to: string },
): Promise<void> {
  if (!(await isDenied(kysely, to))) return;
  await recordSecurityEvent(kysely, {
    ...{ event: 'denied_address_refused', userId, actorId: userId, origin },
    details: { address: to },
  });
  throw new Problem('address_denied', { fields: { to: { code: 'address_denied' } } });
}

/** The larger of what the coin is worth and what it brings, so that a thin market makes nothing small. Undefined: nobody knows either. */
async function worthOf(
  { platform }: Trading,
  { coin, sold, currency, gross }: { coin: string; sold: bigint; currency: string; gross: bigint },
): Promise<string | undefined> {
  const [coins, money] = await Promise.all([
    valueForLimits(platform, { coin, units: sold }),
    valueForLimits(platform, { coin: currency, units: gross }),
  ]);
  if (coins === undefined || money === undefined) return coins ?? money;
  return Number(coins) > Number(money) ? coins : money;
}

/** By what its owner knows where a sale would go. @throws Problem card_not_found, card_expired, for what is neither a card of theirs nor an account. */
export async function payoutAccountOf(
  { database, clock }: Platform,
  { userId, to }: { userId: string; to: string },
): Promise<string> {
  if (isPayeerAccount(to)) return to;
  if (isIban(to)) return plainIban(to);
  const { brand, lastFour } = await requireSavedCard(database.kysely, {
    ...{ id: to, userId, system: 'cauri' },
    now: clock.now(),
  });
  return `${brand} •••• ${lastFour}`;
}

const methodOf = { cauri: 'debit_card', payeer: 'online_wallet', sepa: 'bank_transfer' } as const;

/** @throws Problem duplicate_transaction for other words under the same id. */
async function finish(trading: Trading, order: OrderRow, body: Body): Promise<OrderRow> {
  const { live, platform } = trading;
  const isSame =
    order.side === 'sell' &&
    [order.system, order.currency, order.coin, order.destination].join() ===
      [
        body.pay_system,
        body.currency,
        body.coin,
        body.pay_system === 'sepa' ? plainIban(body.to) : body.to,
      ].join() &&
    fiatUnits(order.least) === fiatUnits(body.least) &&
    positiveUnits(live, order.coin, order.coinAmount ?? '0') <= positiveUnits(live, order.coin, body.give);
  if (!isSame) throw new Problem('duplicate_transaction');
  await advanceQuietly(platform, order.id);
  return (await findOrder(platform.database.kysely, order.id)) ?? order;
}
