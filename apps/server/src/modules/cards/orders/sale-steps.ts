import type { PayoutRequest } from '@emporion/contracts/acquirer';
import { houseAccount } from '@emporion/core';
import { parseDecimal } from '@emporion/kernel';
import { type RawBuilder, sql } from 'kysely';
import { swapOfCommand } from '#modules/swap/index.ts';
import { submit, type Trading } from '#modules/trading/index.ts';
import { findPayoutRest } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { acquirersOf } from '../acquirer/acquirers.ts';
import { unsealToken } from '../sealed-tokens.ts';
import { feeOf, fiatUnits, requireTerms, showFiat } from '../terms.ts';
import { inLedger, type Movement, moveOnce, numberOf, referenceOf, seriesOf } from './move-money.ts';
import { lockOrder, type OrderRow, type Purchase, type Stage, step } from './order.ts';
import { netOf } from './order-wire.ts';
import { causeOf } from './purchase-steps.ts';
import { tellOwner } from './tell-owner.ts';

/** Sells the coin by the markets and for the least that its row has. What the books do not give is refused, and nothing was sold. */
export async function sellCoin(trading: Trading, order: Purchase): Promise<void> {
  const { platform, live } = trading;
  const { id, userId: account, coin: from, currency: to, route, given, minimum, system } = order;
  const amount = parseDecimal(given ?? '0', live.coins.get(from) ?? 0);
  // Before the swap: what is refused after it would look as if nothing had been sold.
  const { payout } = await requireTerms(platform.database.kysely, { system, currency: to });
  try {
    const accepted = await submit(trading, {
      ...{ kind: 'Swap', key: `card:${account}:${id}`, account, from, to, route: route ?? [] },
      ...{ amount: amount.ok ? amount.value : 0n, minimumReceived: fiatUnits(minimum ?? '0') },
    });
    const { id: swap, received } = await swapOfCommand(trading, account, accepted);
    const fee = feeOf(received, payout);
    await goOn(trading, order, {
      to: 'sold',
      numbers: ['hold', 'send'],
      set: sql`amount = ${showFiat(received)}, fee = ${showFiat(fee)}, swap_id = ${swap}`,
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'gateway_timeout') throw error;
    await goOn(trading, order, { to: 'refused', set: sql`reason = ${causeOf(error.code)}` });
  }
}

const columnOf: Partial<Record<Movement, RawBuilder<unknown>>> = {
  hold: sql`hold_booking`,
  send: sql`send_booking`,
  settle: sql`settle_booking`,
  return: sql`settle_booking`,
};

/** Takes a sale to its next stage, with the numbers of what is to be moved there. False: another process has. */
async function goOn(
  { platform }: Trading,
  { id, stage }: OrderRow,
  {
    to,
    numbers = [],
    set = sql`id = id`,
  }: { to: Stage; numbers?: readonly Movement[]; set?: RawBuilder<unknown> },
): Promise<boolean> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (order?.stage !== stage) return false;
    const given: RawBuilder<unknown>[] = [set];
    for (const kind of numbers) {
      const column = columnOf[kind];
      if (column) given.push(sql`${column} = ${await numberOf(transaction, { order, kind })}`);
    }
    return step(transaction, { id, from: stage, to, now: platform.clock.now(), set: sql.join(given) });
  });
}

/** What the sale brought is held, and is then in flight: from here on the acquirer may pay it out. */
export async function holdSold(trading: Trading, order: Purchase): Promise<void> {
  const { platform } = trading;
  const { userId: account, currency: coin, system, holdBooking, sendBooking } = order;
  if (holdBooking === null || sendBooking === null) throw new Error('A payout to a card has no number.');
  const withdrawalId = referenceOf(order);
  const words = { reference: withdrawalId, actor: `user:${account}` };
  const net = fiatUnits(order.amount) - fiatUnits(order.fee);
  const isHeld = () => platform.view.read(({ withdrawals }) => withdrawals.has(withdrawalId));
  const isSent = inLedger(platform, order, { account, kind: 'withdrawal' });
  const held = await moveOnce(
    platform,
    {
      ...{
        kind: 'HoldWithdrawal',
        booking: { series: seriesOf(system, 'hold'), number: holdBooking },
        ...words,
      },
      ...{ withdrawalId, account, coin, network: system, amount: net, fee: fiatUnits(order.fee) },
    },
    async (batch) => (await isHeld()) || isSent(batch),
  );
  if (held.code !== undefined) return failSale(trading, order);
  const sent = await moveOnce(
    platform,
    {
      kind: 'SendWithdrawal',
      booking: { series: seriesOf(system, 'send'), number: sendBooking },
      ...words,
      withdrawalId,
    },
    isSent,
  );
  if (sent.code === undefined) {
    await goOn(trading, order, { to: 'sending' });
    return;
  }
  // The account was stopped between the two.
  const number = await platform.database.kysely
    .transaction()
    .execute((transaction) => numberOf(transaction, { order, kind: 'release' }));
  const booking = { series: seriesOf(system, 'release'), number };
  await moveOnce(
    platform,
    { kind: 'ReleaseWithdrawal', booking, ...words, withdrawalId },
    async () => !(await isHeld()),
  );
  await failSale(trading, order);
}

/** What was sold stays on the balance as currency. */
async function failSale(trading: Trading, order: Purchase): Promise<void> {
  if (await goOn(trading, order, { to: 'failed', set: sql`reason = 'account'` }))
    await tellFailed(trading, order);
}

function tellFailed({ platform }: Trading, order: Purchase): Promise<void> {
  const receipt = { coin: order.currency, amount: order.amount };
  return tellOwner(platform.database.kysely, platform, { order, template: 'card_sale_failed', receipt });
}

/** Asks the acquirer to pay, or what became of it: the same order is paid once. */
export async function askPayout(trading: Trading, order: Purchase): Promise<void> {
  const { id, system, currency } = order;
  const acquirer = acquirersOf(trading.platform).find(system);
  if (!acquirer) return;
  const amount = netOf(order) ?? '0';
  const known = await acquirer.findPayout(id);
  // Orders under way are looked at again until they are paid.
  if (!known && (await findPayoutRest(trading.platform.database.kysely, trading.platform))) return;
  const payout =
    known ??
    (await acquirer.payOut({ order: id, amount, currency, to: targetOf(trading.platform.config, order) }));
  await notePayout(trading, order, payout.state);
}

/** What the acquirer says of a payout. */
export async function notePayout(
  trading: Trading,
  order: OrderRow,
  state: 'sending' | 'paid' | 'refused',
): Promise<boolean> {
  if (order.stage !== 'sending' || state === 'sending') return false;
  if (state === 'paid') return goOn(trading, order, { to: 'settling', numbers: ['settle'] });
  return goOn(trading, order, { to: 'returning', numbers: ['return'] });
}

function targetOf(
  secret: Secret,
  { id, sealedToken, destination, holder, system }: OrderRow,
): PayoutRequest['to'] {
  if (sealedToken !== null) return { token: unsealToken(secret, id, sealedToken) };
  if (system === 'payeer') return { payeer: destination ?? '' };
  return { iban: destination ?? '', holder: holder ?? '' };
}

/** It was paid out, of what the acquirer owes us. */
export async function settlePayout(trading: Trading, order: Purchase): Promise<void> {
  const { platform } = trading;
  const { id, system, currency: coin, settleBooking: number } = order;
  if (number === null) throw new Error('A payout to a card has no number.');
  const [from, to] = [houseAccount('in-flight', system), houseAccount('acquirer', system)];
  const amount = netOf(order) ?? '0';
  const { code } = await moveOnce(
    platform,
    {
      ...{ kind: 'MoveHouseMoney', booking: { series: seriesOf(system, 'settle'), number }, cause: 'payout' },
      ...{ reference: referenceOf(order), actor: `acquirer:${system}`, reason: 'Paid out by the acquirer' },
      legs: [{ from, to, coin, amount: fiatUnits(amount) }],
    },
    inLedger(platform, order, { account: to, kind: 'payout' }),
  );
  if (code !== undefined) throw new Error(`A payout to a card could not be booked: ${code}`);
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    if (await step(transaction, { id, from: 'settling', to: 'completed', now }))
      await tellOwner(transaction, platform, { order, template: 'card_sold', receipt: { coin, amount } });
  });
}

/** It could not be paid out: what was in flight is back on the account, with its fee. */
export async function returnPayout(trading: Trading, order: Purchase): Promise<void> {
  const { platform } = trading;
  const { system, userId: account, currency: coin, settleBooking: number } = order;
  if (number === null) throw new Error('A payout that came back has no number.');
  const { code } = await moveOnce(
    platform,
    {
      ...{ kind: 'ReturnPayout', booking: { series: seriesOf(system, 'return'), number }, account, coin },
      ...{ reference: referenceOf(order), actor: `acquirer:${system}`, reason: 'Refused by the acquirer' },
      ...{ network: system, amount: fiatUnits(netOf(order) ?? '0'), fee: fiatUnits(order.fee) },
    },
    inLedger(platform, order, { account, kind: 'payout_returned' }),
  );
  if (code !== undefined) throw new Error(`A payout that came back could not be booked: ${code}`);
  if (await goOn(trading, order, { to: 'failed', set: sql`reason = 'payout_refused'` }))
    await tellFailed(trading, order);
}
