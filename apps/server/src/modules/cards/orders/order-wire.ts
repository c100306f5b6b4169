import type { CardOrder } from '@emporion/contracts/rest';
import { fiatUnits, showFiat } from '../terms.ts';
import type { OrderRow, Stage } from './order.ts';

/** What a stage is called to its owner. */
const statuses: Readonly<Record<Stage, CardOrder['status']>> = {
  ...{ created: 'pending', pending: 'pending', authenticating: 'authenticating', refused: 'refused' },
  ...{ expired: 'expired', paid: 'paid', credited: 'paid', completed: 'completed', refunded: 'refunded' },
  ...{ refunding: 'refunding', refund_asked: 'refunding', refund_undone: 'refunding' },
  // The pay system has taken the money back; ours follows within moments.
  ...{ reversing: 'refunding', charged_back: 'charged_back' },
  ...{ selling: 'selling', sold: 'selling', sending: 'sending', settling: 'sending', returning: 'sending' },
  failed: 'failed',
};

export const stages = Object.keys(statuses) as Stage[];

/** Pages on which somebody may still pay. */
const payable: ReadonlySet<Stage> = new Set(['pending', 'authenticating', 'refused']);

export function statusOf(stage: Stage): CardOrder['status'] {
  return statuses[stage];
}

/** What stays of the amount when the fee is taken off. */
export function netOf({ amount, fee }: Pick<OrderRow, 'amount' | 'fee'>): string | null {
  return amount === null ? null : showFiat(fiatUnits(amount) - fiatUnits(fee ?? '0'));
}

/** The currency that its owner has on the balance instead. */
export function keptOf(row: OrderRow): CardOrder['kept'] {
  const { side, stage, currency, coinAmount, amount, reason } = row;
  const isKept = side === 'buy' ? stage === 'completed' && coinAmount === null : stage === 'failed';
  if (!isKept || amount === null) return null;
  // Of a payout that came back the fee came back too.
  const kept = side === 'buy' ? netOf(row) : amount;
  return kept === null || (side === 'sell' && reason === 'price_moved') ? null : { currency, amount: kept };
}

/** What a refund or a chargeback took off the balance, and what it could not take. The coin that was bought stays. */
export function reversedOf(row: OrderRow): CardOrder['reversed'] {
  const { stage, currency, taken, isSuspending: suspended } = row;
  if (taken === null || (stage !== 'refunded' && stage !== 'charged_back')) return null;
  const open = fiatUnits(netOf(row) ?? '0') - fiatUnits(taken);
  return { currency, taken, open: showFiat(open > 0n ? open : 0n), suspended };
}

/** The last of an account, by which its owner knows it. */
export const maskedAccount = (account: string) => `•••• ${account.slice(-4)}`;

export function orderOnWire(row: OrderRow, now: Date): CardOrder {
  const { id, side, stage, reason, system, method, currency, coin, expected, least, coinAmount } = row;
  const isBuy = side === 'buy';
  const isPaidOut = stage === 'completed';
  const isOpen =
    isBuy && payable.has(stage) && row.expiresAt !== null && row.expiresAt > now && reason !== 'cancelled';
  return {
    ...{ id, side, status: statusOf(stage), reason, pay_system: system, method, expected, least },
    ...{ date: row.createdAt.toISOString(), updated: row.updatedAt.toISOString() },
    give_coin: isBuy ? currency : coin,
    give: (isBuy ? row.amount : coinAmount) ?? '0',
    receive_coin: isBuy ? coin : currency,
    received: isBuy ? coinAmount : isPaidOut ? netOf(row) : null,
    fee: row.fee ?? '0',
    kept: keptOf(row),
    reversed: reversedOf(row),
    pay_page: isOpen ? row.payPage : null,
    expires: isBuy ? (row.expiresAt?.toISOString() ?? null) : null,
    card:
      row.cardBrand === null || row.cardLastFour === null
        ? null
        : { brand: row.cardBrand, last_four: row.cardLastFour },
    to: row.destination === null || row.cardLastFour !== null ? null : maskedAccount(row.destination),
    client_id: row.clientId,
  };
}
