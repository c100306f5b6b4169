import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { findUser, lockUser, recordSecurityEvent, setStatus } from '#modules/identity/index.ts';
import { followAccount, type Trading } from '#modules/trading/index.ts';
import { ledgerHistory } from '#modules/wallet/index.ts';
import { acquirersOf } from '../acquirer/acquirers.ts';
import { fiatUnits, showFiat } from '../terms.ts';
import { inLedger, moveOnce, numberOf, referenceOf, seriesOf } from './move-money.ts';
import { lockOrder, type OrderRow, type Purchase, step } from './order.ts';
import { netOf } from './order-wire.ts';
import { tellOwner } from './tell-owner.ts';

/** What both ways of giving money back have in common: it comes from the account and the house's fee, and the acquirer owes us so much less. */
function reversalOf(order: Purchase, kind: 'refund' | 'reversal') {
  const { system, currency: coin, userId: account, reversalBooking: number } = order;
  if (number === null) throw new Error('A card payment that is taken back has no number.');
  return {
    kind: 'ReverseCredit',
    booking: { series: seriesOf(system, kind), number },
    reference: referenceOf(order),
    account,
    coin,
    source: houseAccount('acquirer', system),
    loss: houseAccount('chargeback-loss', system),
    amount: fiatUnits(order.amount),
    fee: fiatUnits(order.fee),
  } as const;
}

const ofAcquirer = ({ system }: OrderRow) => ({
  account: houseAccount('acquirer', system),
  kind: 'reversal',
});

/** A refund by staff: the account gives the money back whole, or nothing happens. */
export async function takeRefund({ platform }: Trading, order: Purchase): Promise<void> {
  const { id, refundedBy, refundReason } = order;
  const words = { actor: `operator:${refundedBy}`, reason: refundReason ?? 'Refunded' };
  const { code } = await moveOnce(
    platform,
    { ...reversalOf(order, 'refund'), ...words, lossMax: 0n },
    inLedger(platform, order, ofAcquirer(order)),
  );
  const now = platform.clock.now();
  const { kysely } = platform.database;
  if (code === undefined) await step(kysely, { id, from: 'refunding', to: 'refund_asked', now });
  else {
    const set = sql`reversal_booking = null, refunded_by = null, refund_reason = null`;
    await step(kysely, { id, from: 'refunding', to: 'completed', now, set });
  }
}

/** The acquirer pays it back to the card. */
export async function askRefund({ platform }: Trading, order: Purchase): Promise<void> {
  const { id, system, amount, currency } = order;
  const acquirer = acquirersOf(platform).find(system);
  if (!acquirer) return;
  const outcome = await acquirer.refund({ order: id, amount, currency });
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    if (outcome === 'refunded') {
      // An order has one refund: if the acquirer had begun it by itself and told us so meanwhile, this is that one.
      const taken = netOf(order) ?? '0';
      const set = sql`reversal = nullif(reversal, 'refund'), taken = ${taken}`;
      if (await step(transaction, { id, from: 'refund_asked', to: 'refunded', now, set }))
        await tellOwner(transaction, platform, {
          order,
          template: 'card_refunded',
          receipt: { coin: currency, amount },
          reversed: { taken, open: '0' },
        });
      return;
    }
    const number = await numberOf(transaction, { order, kind: 'return', eachTime: 'refund_undone' });
    const set = sql`settle_booking = ${number}`;
    await step(transaction, { id, from: 'refund_asked', to: 'refund_undone', now, set });
  });
}

/** The acquirer would not refund it, so the account has it again. */
export async function undoRefund({ platform }: Trading, order: Purchase): Promise<void> {
  const { id, system, userId: account, currency: coin, settleBooking: number } = order;
  if (number === null) throw new Error('A refund that is undone has no number.');
  const { code } = await moveOnce(
    platform,
    {
      ...{ kind: 'CreditDeposit', booking: { series: seriesOf(system, 'return'), number }, account, coin },
      ...{
        reference: referenceOf(order),
        actor: `acquirer:${system}`,
        source: houseAccount('acquirer', system),
      },
      ...{ amount: fiatUnits(order.amount), fee: fiatUnits(order.fee) },
    },
    inLedger(platform, order, { account, kind: 'deposit' }),
  );
  if (code !== undefined) throw new Error(`A refund could not be undone: ${code}`);
  const set = sql`reversal_booking = null, settle_booking = null`;
  await step(platform.database.kysely, {
    id,
    from: 'refund_undone',
    to: 'completed',
    now: platform.clock.now(),
    set,
  });
}

/** The acquirer has taken the money back: it gets its number. */
export async function beginReversal({ platform }: Trading, { id }: OrderRow): Promise<void> {
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (!order || order.reversal === null) return;
    if (order.stage !== 'completed' && order.stage !== 'refunded') return;
    const number = await numberOf(transaction, { order, kind: 'reversal', eachTime: 'reversing' });
    const set = sql`reversal_booking = ${number}`;
    await step(transaction, { id, from: order.stage, to: 'reversing', now: platform.clock.now(), set });
  });
}

/**
 * Takes back what the account has; the rest is a loss that has a name. An account that has too little is suspended first, which ends its orders: what they held
 * is free then.
 */
export async function reverseCredit(trading: Trading, order: Purchase): Promise<void> {
  const { platform } = trading;
  const { id, userId, system, currency, amount, reversal } = order;
  const share = fiatUnits(amount) - fiatUnits(order.fee);
  const free = await platform.view.read(({ ledger }) => ledger.available(userId, currency));
  if (free < share) await suspend(trading, order);
  const by = reversal === 'chargeback' ? 'Charged back' : 'Refunded by the acquirer';
  const { code, batch } = await moveOnce(
    platform,
    { ...reversalOf(order, 'reversal'), actor: `acquirer:${system}`, reason: by },
    inLedger(platform, order, ofAcquirer(order)),
  );
  if (code !== undefined) throw new Error(`A card payment could not be taken back: ${code}`);
  const { lost, taken } = await outcomeOf(trading, order, batch);
  // What was there at the look may have left before the booking. Up to the fee it may be the house's fees that have too little.
  if (lost > fiatUnits(order.fee)) await suspend(trading, order);
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const to = reversal === 'chargeback' ? 'charged_back' : 'refunded';
    const set = sql`reversal = null, lost = ${showFiat(lost)}, taken = ${showFiat(taken)}`;
    if (!(await step(transaction, { id, from: 'reversing', to, now, set }))) return;
    const open = share - taken;
    const covered = reversal === 'chargeback' ? 'card_charged_back' : 'card_refunded';
    await tellOwner(transaction, platform, {
      ...{ order, template: open > 0n ? 'card_charged_back_open' : covered },
      ...{ receipt: { coin: currency, amount }, reversed: { taken: showFiat(taken), open: showFiat(open) } },
    });
  });
}

/** Its owner is told why and what to do, and staff see it in the account's timeline: nobody has to look for the cause. */
async function suspend({ platform }: Trading, order: OrderRow): Promise<void> {
  const { id, userId, currency: coin, system } = order;
  await platform.database.kysely.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const user = await findUser(transaction, userId);
    if (user?.status !== 'active') return;
    await setStatus(transaction, platform, { user, status: 'suspended' });
    await sql`update card_orders set suspended_owner = true where id = ${id}`.execute(transaction);
    const [amount, cause] = [order.amount ?? '0', order.reversal ?? 'chargeback'];
    await recordSecurityEvent(transaction, {
      ...{ event: 'account_suspended', userId, origin: null },
      details: {
        reason: 'A card payment was taken back that the balance does not cover',
        ...{ cause, card_order: id, amount, currency: coin, pay_system: system },
      },
    });
    await tellOwner(transaction, platform, {
      ...{ order, template: 'card_account_suspended', receipt: { coin, amount } },
    });
    platform.log.warn(
      { part: 'cards', user: userId },
      'an account is suspended: a card payment was taken back that it cannot cover',
    );
  });
  await followAccount(platform, userId);
}

/**
 * What the last reversal took off the account, and what was booked as lost. The account's own entries are its credit and what was taken back so far; what an
 * earlier refund took is known.
 *
 * @throws Error while the ledger is behind: it is asked again later.
 */
async function outcomeOf({ platform }: Trading, order: Purchase, batch: number) {
  if (!(await platform.projections.caughtUp(ledgerHistory, batch)))
    throw new Error('The ledger is behind: what was lost is asked again later.');
  const { userId, currency, system, taken } = order;
  const loss = houseAccount('chargeback-loss', system);
  const { rows } = await sql<{ lost: string; left: string }>`
    select coalesce(-sum(amount) filter (where account = ${loss}), 0)::text as lost,
      coalesce(sum(amount) filter (where account = ${userId}), 0)::text as left
    from ledger_entries
    where account in (${loss}, ${userId}) and coin = ${currency} and reference = ${referenceOf(order)}
      and kind in ('deposit', 'reversal')
  `.execute(platform.database.kysely);
  const [lost, left] = [BigInt(rows[0]?.lost ?? '0'), BigInt(rows[0]?.left ?? '0')];
  const takenInAll = fiatUnits(order.amount) - fiatUnits(order.fee) - left;
  return { lost, taken: takenInAll - fiatUnits(taken ?? '0') };
}
