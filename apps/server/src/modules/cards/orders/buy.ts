import { randomUUID } from 'node:crypto';
import { type cardEndpoints, payPageMinutes } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { readSwitches, requireProved } from '#modules/identity/index.ts';
import { positiveUnits } from '#modules/swap/index.ts';
import type { Trading } from '#modules/trading/index.ts';
import { valueForLimits } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { AcquirerUnavailable } from '../acquirer/acquirer.ts';
import { acquirersOf } from '../acquirer/acquirers.ts';
import { readLimits, requireWithinLimits } from '../limits.ts';
import { quotePurchase } from '../quotes.ts';
import { requireSavedCard } from '../saved-cards.ts';
import { sealToken, unsealToken } from '../sealed-tokens.ts';
import { fiatUnits, showCoin, showFiat, systemMethods } from '../terms.ts';
import { findOrder, listOrders, type OrderRow, type Purchase, step } from './order.ts';

type Body = z.output<(typeof cardEndpoints)['buy']['body']>;

/**
 * Writes a purchase down, and has the pay system open its page. The same words under the same client id are the same purchase; its page is opened then if it
 * could not be before.
 *
 * @throws Problem price_changed when the books give less than the least, duplicate_transaction, card_not_found, card_expired, card_limit_exceeded,
 * external_service_error, and those of `quotePurchase`, `requireProved` and `requireMayTrade`.
 */
export async function buy(
  trading: Trading,
  { userId, language, body }: { userId: string; language: Language; body: Body },
): Promise<OrderRow> {
  const { platform } = trading;
  const { kysely } = platform.database;
  const known = await findByClientId(platform, userId, body.client_id);
  if (known) return openPage(platform, requireSame(trading, known, body), language);
  const { pay_system: system, method, currency, coin, give } = body;
  if (!systemMethods[system].includes(method))
    throw new Problem('value_not_allowed', { fields: { method: { code: 'value_not_allowed' } } });
  await requireProved(kysely, platform, userId);
  await requireMayTrade(platform, userId);
  const now = platform.clock.now();
  const card =
    body.card === undefined ? null : await requireSavedCard(kysely, { id: body.card, userId, system, now });
  const { amount, fee, quote } = await quotePurchase(
    trading,
    { pay_system: system, currency, coin, give, slippage: '0' },
    userId,
  );
  const least = positiveUnits(trading.live, coin, body.least);
  if (quote.received < least) throw new Problem('price_changed');
  const value = await valueForLimits(platform, { coin: currency, units: amount });
  // Without a rate nobody could say what it is worth.
  if (value === undefined) throw new Problem('deposits_disabled');
  const id = randomUUID();
  const expires = new Date(now.getTime() + payPageMinutes * 60_000);
  await kysely.transaction().execute(async (transaction) => {
    // One of a user at a time, so that nobody gets past a limit by asking twice at once.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`cards:${userId}`}, 0))`.execute(transaction);
    if (await findByClientId({ database: { kysely: transaction } }, userId, body.client_id)) return;
    await requireWithinLimits(platform, await readLimits(transaction, { userId, now }), { value, currency });
    const { live } = trading;
    const { config } = platform;
    await sql`
      insert into card_orders (
        id, user_id, side, client_id, system, method, currency, coin, amount, fee, expected, least, value, stage, expires_at,
        sealed_token, save_card, created_at, updated_at
      ) values (
        ${id}, ${userId}, 'buy', ${body.client_id}, ${system}, ${method}, ${currency}, ${coin}, ${showFiat(amount)},
        ${showFiat(fee)}, ${showCoin(live, coin, quote.received)}, ${showCoin(live, coin, least)}, ${value}, 'created', ${expires},
        ${card && sealToken(config, id, unsealToken(config, card.id, card.sealedToken))}, ${body.save_card}, ${now}, ${now}
      )
    `.execute(transaction);
  });
  const written = await findByClientId(platform, userId, body.client_id);
  if (!written) throw new Error('A purchase that was written is gone.');
  return openPage(platform, requireSame(trading, written, body), language);
}

/**
 * An account that may not trade could pay and would not get the coin. The core asks the same when the payment has come.
 *
 * @throws Problem trading_disabled, account_frozen.
 */
async function requireMayTrade({ database }: Platform, userId: string): Promise<void> {
  const { frozenByOwner, tradingEnabled } = await readSwitches(database.kysely, userId);
  if (!tradingEnabled) throw new Problem('trading_disabled');
  if (frozenByOwner) throw new Problem('account_frozen');
}

export async function findByClientId(
  { database }: { database: Pick<Platform['database'], 'kysely'> },
  userId: string,
  clientId: string,
): Promise<OrderRow | undefined> {
  const { kysely } = database;
  return (await listOrders(kysely, sql`own.user_id = ${userId} and client_id = ${clientId}`))[0];
}

/** @throws Problem duplicate_transaction for other words under the same id. */
function requireSame({ live }: Trading, row: OrderRow, body: Body): Purchase {
  const { side, amount, fee } = row;
  const isSame =
    side === 'buy' &&
    amount !== null &&
    fiatUnits(amount) === fiatUnits(body.give) &&
    row.least === showCoin(live, row.coin, positiveUnits(live, row.coin, body.least)) &&
    [row.system, row.method, row.currency, row.coin].join() ===
      [body.pay_system, body.method, body.currency, body.coin].join();
  if (!isSame) throw new Problem('duplicate_transaction');
  return { ...row, amount, fee: fee ?? '0' };
}

/**
 * Has the page of a purchase opened that has none yet.
 *
 * @throws Problem external_service_error: the same request may be sent again. And those of `requireMayTrade`.
 */
async function openPage(platform: Platform, order: Purchase, language: Language): Promise<OrderRow> {
  const { kysely } = platform.database;
  const { id, system, method, currency, coin, amount, sealedToken, saveCard, stage, expiresAt } = order;
  const acquirer = acquirersOf(platform).find(system);
  if (stage !== 'created' || expiresAt === null) return order;
  await requireMayTrade(platform, order.userId);
  if (!acquirer) throw new Problem('external_service_error');
  const token = sealedToken && unsealToken(platform.config, id, sealedToken);
  try {
    const { payment, page } = await acquirer.openPage({
      ...{
        order: id,
        shop: settingsOf(platform).name,
        goods: coin,
        method,
        amount,
        currency,
        token,
        save_card: saveCard,
        language,
      },
      return_url: `${platform.config.publicUrl}/account/quick-swap?tab=card&order=${id}`,
      expires: expiresAt.toISOString(),
    });
    const set = sql`payment = ${payment}, pay_page = ${page}`;
    await step(kysely, { id, from: 'created', to: 'pending', now: platform.clock.now(), set });
  } catch (error) {
    if (!(error instanceof AcquirerUnavailable)) throw error;
    platform.log.warn({ part: 'cards', err: error, system }, 'a payment page could not be opened');
    throw new Problem('external_service_error');
  }
  return (await findOrder(kysely, id)) ?? order;
}
