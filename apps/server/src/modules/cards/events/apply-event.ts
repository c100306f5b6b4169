import type { AcquirerEvent, AcquirerPayment, AcquirerPayout } from '@emporion/contracts/acquirer';
import { type QueryExecutorProvider, sql } from 'kysely';
import { tradingOf } from '#modules/trading/index.ts';
import { tellWalletChanged } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import { advanceQuietly } from '../orders/advance.ts';
import { numberOf } from '../orders/move-money.ts';
import { lockOrder, type OrderRow, type Stage, step } from '../orders/order.ts';
import { notePayout } from '../orders/sale-steps.ts';
import { cardMark } from '../same-card.ts';
import { saveCard } from '../saved-cards.ts';
import { fiatUnits } from '../terms.ts';

/** Stages at which somebody may still pay, in the order in which they are passed; a payment that comes late is taken too. */
const unpaid: readonly Stage[] = ['created', 'pending', 'authenticating', 'refused', 'expired'];

/** `late`: it changes nothing any more, as what came twice or after what follows it. `refused`: it does not speak of an order that we know so. */
type Outcome = 'applied' | 'late' | 'refused';

/**
 * Takes note of what an acquirer says, once: the event, what it changes and the number of the money it brings stand together or not at all. Events may come
 * twice, late and in any order: each takes an order only forwards.
 */
export async function applyEvent(platform: Platform, system: string, event: AcquirerEvent): Promise<void> {
  const about = event.kind === 'payment' ? event.payment : event.payout;
  const found = await platform.database.kysely.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, about.order);
    const isOurs =
      order !== undefined &&
      speaksOf(order, system, event) &&
      !(await isOfAnother(transaction, order, event));
    if (!(await isNew(transaction, platform, { system, event, order: isOurs ? order.id : null })))
      return undefined;
    const outcome = !isOurs
      ? 'refused'
      : event.kind === 'payment'
        ? await applyPayment(transaction, platform, order, event.payment)
        : outcomeOfPayout(order, event.payout.state);
    if (outcome === 'refused')
      platform.log.error(
        { part: 'cards', system, event: event.id },
        'an acquirer spoke of a payment that we do not know so',
      );
    await sql`
      update card_events set outcome = ${outcome} where system = ${system} and event = ${event.id}
    `.execute(transaction);
    return isOurs && outcome !== 'refused' ? order : undefined;
  });
  if (!found) return;
  if (event.kind === 'payout') await notePayout(await tradingOf(platform), found, event.payout.state);
  await tellWalletChanged(platform, [found.userId]);
  await advanceQuietly(platform, found.id);
}

/** The same order, system, payment, currency and amount as we wrote down; of a payout what is left after the fee. */
function speaksOf(order: OrderRow, system: string, event: AcquirerEvent): boolean {
  const said: AcquirerPayment | AcquirerPayout = event.kind === 'payment' ? event.payment : event.payout;
  if (order.system !== system || order.currency !== said.currency || order.amount === null) return false;
  if (event.kind === 'payout')
    return (
      order.side === 'sell' &&
      fiatUnits(order.amount) - fiatUnits(order.fee ?? '0') === fiatUnits(said.amount)
    );
  const isSamePayment = order.payment === null || order.payment === event.payment.payment;
  return order.side === 'buy' && isSamePayment && fiatUnits(order.amount) === fiatUnits(said.amount);
}

/** A payment is of one order. */
async function isOfAnother(
  transaction: QueryExecutorProvider,
  { id, system }: OrderRow,
  event: AcquirerEvent,
): Promise<boolean> {
  if (event.kind !== 'payment') return false;
  const { rows } = await sql`
    select from card_orders where system = ${system} and payment = ${event.payment.payment} and id <> ${id}
  `.execute(transaction);
  return rows.length > 0;
}

/** What is said of a payout is carried out while it is sent. Whoever then says the opposite is not believed: the money has its place already, and staff look at it. */
function outcomeOfPayout({ stage }: OrderRow, state: AcquirerPayout['state']): Outcome {
  if (stage === 'sending') return state === 'sending' ? 'late' : 'applied';
  const isPaid = stage === 'settling' || stage === 'completed';
  return state === 'sending' || isPaid === (state === 'paid') ? 'late' : 'refused';
}

async function isNew(
  transaction: QueryExecutorProvider,
  { clock }: Platform,
  { system, event, order }: { system: string; event: AcquirerEvent; order: string | null },
): Promise<boolean> {
  const { state } = event.kind === 'payment' ? event.payment : event.payout;
  const { rows } = await sql`
    insert into card_events (system, event, order_id, state, outcome, received_at)
    values (${system}, ${event.id}, ${order}, ${state}, 'late', ${clock.now()})
    on conflict do nothing returning event
  `.execute(transaction);
  return rows.length > 0;
}

async function applyPayment(
  transaction: QueryExecutorProvider,
  platform: Platform,
  order: OrderRow,
  said: AcquirerPayment,
): Promise<Outcome> {
  const now = platform.clock.now();
  const { id, stage: from } = order;
  const isUnpaid = unpaid.includes(from);
  const move = async (to: Stage, set = sql`reason = ${said.reason}`): Promise<Outcome> =>
    (await step(transaction, { id, from, to, now, set })) ? 'applied' : 'late';
  switch (said.state) {
    case 'authenticating':
      return from === 'pending' || from === 'refused' ? move('authenticating') : 'late';
    case 'refused':
      // Whoever cancels after a card was refused has closed the page.
      return from === 'pending' ||
        from === 'authenticating' ||
        (from === 'refused' && said.reason === 'cancelled' && order.reason !== 'cancelled')
        ? move('refused')
        : 'late';
    case 'expired':
      return isUnpaid && from !== 'expired' ? move('expired') : 'late';
    case 'paid':
    case 'refunded':
    case 'charged_back': {
      // What was given back was paid, even if nobody has told us so yet.
      const paid = isUnpaid ? await notePaid(transaction, platform, order, said) : 'late';
      const returned = await noteReturned(transaction, order, said);
      return returned === 'late' ? paid : returned;
    }
    default:
      return 'late';
  }
}

/** The money is with the acquirer: it gets its number, and is credited from here on whatever happens. */
async function notePaid(
  transaction: QueryExecutorProvider,
  platform: Platform,
  order: OrderRow,
  { payment, card }: AcquirerPayment,
): Promise<Outcome> {
  const { id, userId, system, stage: from } = order;
  const now = platform.clock.now();
  const number = await numberOf(transaction, { order, kind: 'credit' });
  const set = sql`
    credit_booking = ${number}, paid_at = ${now}, reason = null, payment = ${payment},
    card_brand = ${card?.brand ?? null}, card_last_four = ${card?.last_four ?? null},
    card_mark = ${cardMark(system, card)}
  `;
  if (!(await step(transaction, { id, from, to: 'paid', now, set }))) return 'late';
  if (card && order.saveCard) await saveCard(transaction, platform.config, { userId, system, card, now });
  return 'applied';
}

/**
 * What of a payment was given back. What we asked for ourselves is no news; what we did not, and a chargeback, are carried out when the order stands still.
 * What is told is what was refunded in all, so that it may come twice and in any order.
 */
async function noteReturned(
  transaction: QueryExecutorProvider,
  order: OrderRow,
  said: AcquirerPayment,
): Promise<Outcome> {
  const { id, stage } = order;
  const isChargeback = said.state === 'charged_back';
  const told = said.state === 'refunded' ? said.amount : (said.refunded ?? '0');
  if (fiatUnits(told) > fiatUnits(said.amount)) return 'refused';
  // Nothing is left of it that could be taken: whoever says so is not followed, and staff see it.
  if (isChargeback && stage === 'refunded') return 'refused';
  if (stage === 'charged_back') return 'late';
  const known = [order.refundTold, order.returned].map(fiatUnits);
  const isNews = known.every((each) => fiatUnits(told) > each);
  const isCharged = isChargeback && order.reversal === null && !isBeingCharged(order);
  if (!isNews && !isCharged) return 'late';
  await sql`
    update card_orders set refund_told = greatest(refund_told, ${told}), reversal = ${isCharged ? 'chargeback' : order.reversal}
    where id = ${id}
  `.execute(transaction);
  return 'applied';
}

function isBeingCharged({ reversals }: OrderRow): boolean {
  return reversals.some(({ kind, state }) => kind === 'chargeback' && state === 'open');
}
