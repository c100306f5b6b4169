import type { CardOrder } from '@emporion/contracts/rest';
import { formatDecimal, invariant, parseDecimal } from '@emporion/kernel';
import { fiatUnits, showFiat } from '../terms.ts';
import type { OrderRow, Stage } from './order.ts';
import { leftOf, neededOf } from './reversals.ts';

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
  const isLeft = side === 'sell' || leftOf(row) > 0n;
  const isKept = side === 'buy' ? stage === 'completed' && coinAmount === null : stage === 'failed';
  if (!isKept || !isLeft || amount === null) return null;
  // Of a payout that came back the fee came back too.
  const kept = side === 'buy' ? showFiat(neededOf(row, leftOf(row))) : amount;
  return kept === null || (side === 'sell' && reason === 'price_moved') ? null : { currency, amount: kept };
}

/** What the market did not take of what was to be exchanged. */
export function remainderOf(row: OrderRow): CardOrder['remainder'] {
  const { side, currency, coin, asked, swapGiven } = row;
  const [whole, from] = side === 'buy' ? [netOf(row), currency] : [asked, coin];
  if (whole === null || swapGiven === null) return null;
  const left = unitsOf(whole) - unitsOf(swapGiven);
  return left > 0n ? { currency: from, amount: formatDecimal(left, finest) } : null;
}

/** Nothing is finer than this. */
const finest = 18;

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, finest);
  invariant(parsed.ok, `no decimal: ${text}`);
  return parsed.value;
}

/** What refunds and a chargeback took off the balance, and what they could not take. The coin that was bought stays. */
export function reversedOf(row: OrderRow): CardOrder['reversed'] {
  const { currency, isSuspending: suspended } = row;
  const done = row.reversals.filter(({ state }) => state === 'done');
  if (done.length === 0) return null;
  let [taken, open] = [0n, 0n];
  for (const each of done) {
    taken += fiatUnits(each.taken ?? '0');
    open += fiatUnits(each.amount) - fiatUnits(each.fee) - fiatUnits(each.taken ?? '0');
  }
  return { currency, taken: showFiat(taken), open: showFiat(open > 0n ? open : 0n), suspended };
}

/** Each of them, the oldest first; what came to nothing is not the owner's. */
function refundsOf({ reversals }: OrderRow): CardOrder['refunds'] {
  return reversals.flatMap(({ state, kind, amount, taken, begun, ended }) =>
    state === 'open' || state === 'done'
      ? [{ kind, status: state, amount, taken, date: new Date(ended ?? begun).toISOString() }]
      : [],
  );
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
    trading_fees: row.tradingFees,
    remainder: remainderOf(row),
    kept: keptOf(row),
    reversed: reversedOf(row),
    refunds: refundsOf(row),
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
