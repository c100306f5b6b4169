import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import type { Trading } from '#modules/trading/index.ts';
import { bookMovement } from '#modules/wallet/index.ts';
import { acquirersOf } from '../acquirer/acquirers.ts';
import { fiatUnits, showFiat } from '../terms.ts';
import { inLedger, moveOnce, seriesOf } from './move-money.ts';
import { type Purchase, step } from './order.ts';
import { reversalOf, stageAfter } from './reversal-steps.ts';
import { closeReversal, openReversal } from './reversals.ts';
import { tellOwner } from './tell-owner.ts';

/** A refund by staff, of all or a part: the account gives it back whole, or nothing happens. */
export async function takeRefund({ platform }: Trading, order: Purchase): Promise<void> {
  const { id } = order;
  const open = openReversal(order);
  const words = { actor: `operator:${open.by?.id ?? ''}`, reason: open.reason ?? 'Refunded' };
  const { code } = await moveOnce(
    platform,
    { ...reversalOf(order, open, 'refund'), ...words, lossMax: 0n },
    inLedger(platform, open, { account: houseAccount('acquirer', order.system), kind: 'reversal' }),
  );
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    if (code === undefined) await step(transaction, { id, from: 'refunding', to: 'refund_asked', now });
    else if (await closeReversal(transaction, open, { state: 'uncovered', now }))
      await step(transaction, { id, from: 'refunding', to: 'completed', now });
  });
}

/** The acquirer pays it back to where it came from. */
export async function askRefund({ platform }: Trading, order: Purchase): Promise<void> {
  const { id, system, currency } = order;
  const open = openReversal(order);
  const { amount, fee, reference } = open;
  const acquirer = acquirersOf(platform).find(system);
  if (!acquirer) return;
  const outcome = await acquirer.refund({ refund: open.id, order: id, amount, currency });
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    if (outcome === 'refunded') {
      const taken = showFiat(fiatUnits(amount) - fiatUnits(fee));
      if (!(await closeReversal(transaction, open, { state: 'done', now, set: sql`taken = ${taken}` })))
        return;
      const set = sql`returned = returned + ${amount}`;
      await step(transaction, { id, from: 'refund_asked', to: stageAfter(order, open), now, set });
      await tellOwner(transaction, platform, {
        ...{ order, template: 'card_refunded', receipt: { coin: currency, amount } },
        reversed: { taken, open: '0', place: open.place },
      });
      return;
    }
    const { number } = await bookMovement(transaction, { series: seriesOf(system, 'return'), reference });
    await sql`update card_reversals set undo_booking = ${number} where id = ${open.id}`.execute(transaction);
    await step(transaction, { id, from: 'refund_asked', to: 'refund_undone', now });
  });
}

/** The acquirer would not refund it, so the account has it again. */
export async function undoRefund({ platform }: Trading, order: Purchase): Promise<void> {
  const { id, system, userId: account, currency: coin } = order;
  const open = openReversal(order);
  const { undoBooking: number, reference } = open;
  if (number === null) throw new Error('A refund that is undone has no number.');
  const { code } = await moveOnce(
    platform,
    {
      ...{ kind: 'CreditDeposit', booking: { series: seriesOf(system, 'return'), number }, account, coin },
      ...{ reference, actor: `acquirer:${system}`, source: houseAccount('acquirer', system) },
      ...{ amount: fiatUnits(open.amount), fee: fiatUnits(open.fee) },
    },
    inLedger(platform, open, { account, kind: 'deposit' }),
  );
  if (code !== undefined) throw new Error(`A refund could not be undone: ${code}`);
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    if (await closeReversal(transaction, open, { state: 'undone', now }))
      await step(transaction, { id, from: 'refund_undone', to: 'completed', now });
  });
}
