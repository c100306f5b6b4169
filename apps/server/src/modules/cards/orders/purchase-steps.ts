import { slippageDefault } from '@emporion/contracts/rest';
import { houseAccount } from '@emporion/core';
import { parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { isStaff } from '#modules/identity/index.ts';
import { makeQuote, swapOfCommand } from '#modules/swap/index.ts';
import { ensureAccount, submit, type Trading } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { fiatUnits, showCoin } from '../terms.ts';
import { inLedger, moveOnce, numberOf, referenceOf, seriesOf } from './move-money.ts';
import { type OrderRow, type Purchase, step } from './order.ts';
import { netOf } from './order-wire.ts';
import { isToReturn } from './reversal-steps.ts';
import { tellOwner } from './tell-owner.ts';

/** So long after its page closed a payment still buys the coin: what was on its way is not late. */
const lateAfterMs = 15 * 60_000;

/** What was paid is credited, from what the acquirer owes us. */
export async function creditPaid({ platform, live }: Trading, order: Purchase): Promise<void> {
  const { id, userId: account, system, currency: coin, creditBooking: number } = order;
  if (number === null) throw new Error('A card payment has no number.');
  await ensureAccount(platform, live, account);
  const { code } = await moveOnce(
    platform,
    {
      ...{ kind: 'CreditDeposit', booking: { series: seriesOf(system, 'credit'), number }, account, coin },
      ...{
        reference: referenceOf(order),
        actor: `acquirer:${system}`,
        source: houseAccount('acquirer', system),
      },
      ...{ amount: fiatUnits(order.amount), fee: fiatUnits(order.fee) },
    },
    inLedger(platform, order, { account, kind: 'deposit' }),
  );
  if (code !== undefined) {
    // The number was let go: the next turn tries another one.
    await platform.database.kysely.transaction().execute(async (transaction) => {
      const next = await numberOf(transaction, { order, kind: 'credit' });
      await sql`update card_orders set credit_booking = ${next} where id = ${id} and stage = 'paid'`.execute(
        transaction,
      );
    });
    throw new Error(`A card payment could not be credited: ${code}`);
  }
  await step(platform.database.kysely, { id, from: 'paid', to: 'credited', now: platform.clock.now() });
}

/** The coin is bought for what was credited, at least what its owner was promised; else the currency stays. */
export async function buyCoin(trading: Trading, order: Purchase): Promise<void> {
  const bought = await tryToBuy(trading, order);
  const { platform } = trading;
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const set =
      'received' in bought
        ? sql`coin_amount = ${bought.received}, swap_id = ${bought.swap}, reason = null`
        : sql`reason = ${bought.reason}`;
    if (!(await step(transaction, { id: order.id, from: 'credited', to: 'completed', now, set }))) return;
    await tellOwner(transaction, platform, {
      order,
      ...('received' in bought
        ? { template: 'card_bought', receipt: { coin: order.coin, amount: bought.received } }
        : { template: 'card_kept', receipt: { coin: order.currency, amount: netOf(order) ?? '0' } }),
    });
  });
}

type Bought =
  | { readonly received: string; readonly swap: number }
  | { readonly reason: NonNullable<OrderRow['reason']> };

async function tryToBuy(trading: Trading, order: Purchase): Promise<Bought> {
  const { live } = trading;
  const { id, userId: account, currency: from, coin: to, least } = order;
  // The money was taken back before it was spent; once it was tried, what came of it counts.
  if (order.route === null) {
    if (isToReturn(order)) return { reason: 'account' };
    // Whoever has joined the staff does not trade any more.
    if (await isStaff(trading.platform.database.kysely, account)) return { reason: 'account' };
  }
  const { paidAt, expiresAt } = order;
  if (paidAt !== null && expiresAt !== null && paidAt.getTime() > expiresAt.getTime() + lateAfterMs)
    return { reason: 'paid_late' };
  try {
    const { route, amount } = await planOf(trading, order);
    const minimum = parseDecimal(least, live.coins.get(to) ?? 0);
    const accepted = await submit(trading, {
      ...{ kind: 'Swap', key: `card:${account}:${id}`, account, from, to, route, amount },
      minimumReceived: minimum.ok ? minimum.value : 0n,
    });
    const { id: swap, received } = await swapOfCommand(trading, account, accepted);
    return { received: showCoin(live, to, received), swap };
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'gateway_timeout') throw error;
    return { reason: causeOf(error.code) };
  }
}

/** How much goes by which markets, written down before it is tried, so that it is the same however often that is. */
async function planOf(
  trading: Trading,
  order: Purchase,
): Promise<{ route: readonly string[]; amount: bigint }> {
  const { id, userId, currency: from, coin: to } = order;
  if (order.route !== null && order.given !== null)
    return { route: order.route, amount: fiatUnits(order.given) };
  const give = netOf(order) ?? '0';
  const quote = await makeQuote(trading, { from, to, give, slippage: slippageDefault }, userId);
  const given = showCoin(trading.live, from, quote.given);
  await sql`
    update card_orders set route = ${[...quote.route]}::text[], given = ${given} where id = ${id} and route is null
  `.execute(trading.platform.database.kysely);
  return { route: quote.route, amount: quote.given };
}

const ofAccount: ReadonlySet<string> = new Set([
  'trading_disabled',
  'account_frozen',
  'daily_limit_exceeded',
  'insufficient_balance',
]);
const ofPrice: ReadonlySet<string> = new Set([
  'swap_price_moved',
  'swap_not_offered',
  'amount_too_large',
  'amount_too_small',
]);

/** What its owner can do something about, of the code for which a swap was refused. */
export function causeOf(code: string): 'account' | 'price_moved' | 'market' {
  if (ofAccount.has(code)) return 'account';
  return ofPrice.has(code) ? 'price_moved' : 'market';
}
