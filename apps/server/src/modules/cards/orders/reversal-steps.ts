import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { findUser, lockUser, recordSecurityEvent, setStatus } from '#modules/identity/index.ts';
import { followAccount, type Trading } from '#modules/trading/index.ts';
import { ledgerHistory } from '#modules/wallet/index.ts';
import { fiatUnits, showFiat } from '../terms.ts';
import { inLedger, moveOnce, seriesOf } from './move-money.ts';
import { lockOrder, type OrderRow, type Purchase, type Stage, step } from './order.ts';
import { closeReversal, leftOf, openNext, openReversal, type Reversal } from './reversals.ts';
import { tellOwner } from './tell-owner.ts';

/** What all ways of giving money back have in common: it comes from the account and the house's fee, and the acquirer owes us so much less. */
export function reversalOf(order: Purchase, open: Reversal, series: 'refund' | 'reversal') {
  const { system, currency: coin, userId: account } = order;
  return {
    kind: 'ReverseCredit',
    booking: { series: seriesOf(system, series), number: open.booking },
    reference: open.reference,
    account,
    coin,
    source: houseAccount('acquirer', system),
    loss: houseAccount('chargeback-loss', system),
    amount: fiatUnits(open.amount),
    fee: fiatUnits(open.fee),
  } as const;
}

/** Of what was given back in part the rest is still a purchase. */
export function stageAfter(order: Purchase, { amount, kind }: Reversal): Stage {
  if (kind === 'chargeback') return 'charged_back';
  return leftOf(order) === fiatUnits(amount) ? 'refunded' : 'completed';
}

/** Whether the acquirer has given back more than was taken off the account. */
export function isToReturn({ reversal, refundTold, returned }: OrderRow): boolean {
  return reversal !== null || fiatUnits(refundTold) > fiatUnits(returned);
}

/** The acquirer has taken money back: it gets its number. What it refunded comes first; a chargeback is of the rest. */
export async function beginReversal({ platform }: Trading, { id }: OrderRow): Promise<void> {
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (!order || !isToReturn(order)) return;
    const left = leftOf(order);
    const refunded = fiatUnits(order.refundTold) - fiatUnits(order.returned);
    if (order.stage === 'completed' && left > 0n) {
      const [kind, amount] =
        refunded > 0n ? (['refund', refunded] as const) : (['chargeback', left] as const);
      await openNext(transaction, order, { kind, amount, movement: 'reversal', now });
      await step(transaction, { id, from: 'completed', to: 'reversing', now });
      return;
    }
    if (order.stage !== 'refunded') return;
    // All of it went back while the chargeback was told: whoever would take it twice is not followed, and staff see it.
    await sql`update card_orders set reversal = null where id = ${id}`.execute(transaction);
    await sql`
      update card_events set outcome = 'refused' where order_id = ${id} and state = 'charged_back'
    `.execute(transaction);
    platform.log.error({ part: 'cards', order: id }, 'a payment was charged back that had been refunded');
  });
}

/**
 * Takes back what the account has; the rest is a loss that has a name. An account that has too little is suspended first, which ends its orders: what they held
 * is free then.
 */
export async function reverseCredit(trading: Trading, order: Purchase): Promise<void> {
  const { platform } = trading;
  const { id, userId, system, currency } = order;
  const open = openReversal(order);
  const { kind, amount } = open;
  const share = fiatUnits(amount) - fiatUnits(open.fee);
  const free = await platform.view.read(({ ledger }) => ledger.available(userId, currency));
  if (free < share) await suspend(trading, order, open);
  const by = kind === 'chargeback' ? 'Charged back' : 'Refunded by the acquirer';
  const { code, batch } = await moveOnce(
    platform,
    { ...reversalOf(order, open, 'reversal'), actor: `acquirer:${system}`, reason: by },
    inLedger(platform, open, { account: houseAccount('acquirer', system), kind: 'reversal' }),
  );
  if (code !== undefined) throw new Error(`A card payment could not be taken back: ${code}`);
  const { lost, taken } = await outcomeOf(trading, order, { open, batch });
  // What was there at the look may have left before the booking. Up to the fee it may be the house's fees that have too little.
  if (lost > fiatUnits(open.fee)) await suspend(trading, order, open);
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const said = sql`lost = ${showFiat(lost)}, taken = ${showFiat(taken)}`;
    if (!(await closeReversal(transaction, open, { state: 'done', now, set: said }))) return;
    const isOver = kind === 'chargeback' ? sql`, reversal = null` : sql``;
    const set = sql`returned = returned + ${amount} ${isOver}`;
    await step(transaction, { id, from: 'reversing', to: stageAfter(order, open), now, set });
    const owed = share - taken;
    const covered = kind === 'chargeback' ? 'card_charged_back' : 'card_refunded';
    await tellOwner(transaction, platform, {
      ...{ order, template: owed > 0n ? 'card_charged_back_open' : covered },
      receipt: { coin: currency, amount },
      reversed: { taken: showFiat(taken), open: showFiat(owed), place: open.place },
    });
  });
}

/** Its owner is told why and what to do, and staff see it in the account's timeline: nobody has to look for the cause. */
async function suspend({ platform }: Trading, order: OrderRow, { kind, amount }: Reversal): Promise<void> {
  const { id, userId, currency: coin, system } = order;
  await platform.database.kysely.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const user = await findUser(transaction, userId);
    if (user?.status !== 'active') return;
    await setStatus(transaction, platform, { user, status: 'suspended' });
    await sql`update card_orders set suspended_owner = true where id = ${id}`.execute(transaction);
    await recordSecurityEvent(transaction, {
      ...{ event: 'account_suspended', userId, origin: null },
      details: {
        reason: 'A card payment was taken back that the balance does not cover',
        ...{ cause: kind, card_order: id, amount, currency: coin, pay_system: system },
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
 * What a reversal took off the account, and what was booked as lost: its reference is its own.
 *
 * @throws Error while the ledger is behind: it is asked again later.
 */
async function outcomeOf(
  { platform }: Trading,
  { userId, currency, system }: Purchase,
  { open: { reference }, batch }: { open: Reversal; batch: number },
) {
  if (!(await platform.projections.caughtUp(ledgerHistory, batch)))
    throw new Error('The ledger is behind: what was lost is asked again later.');
  const loss = houseAccount('chargeback-loss', system);
  const { rows } = await sql<{ lost: string; taken: string }>`
    select coalesce(-sum(amount) filter (where account = ${loss}), 0)::text as lost,
      coalesce(-sum(amount) filter (where account = ${userId}), 0)::text as taken
    from ledger_entries
    where account in (${loss}, ${userId}) and coin = ${currency} and reference = ${reference} and kind = 'reversal'
  `.execute(platform.database.kysely);
  return { lost: BigInt(rows[0]?.lost ?? '0'), taken: BigInt(rows[0]?.taken ?? '0') };
}
