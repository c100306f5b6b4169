import { randomBytes } from 'node:crypto';
import type {
  AcquirerPayment,
  PageRequest,
  PayoutRequest,
  RefundRequest,
  TokenCard,
} from '@emporion/contracts/acquirer';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import type { Deliveries } from '#deliveries.ts';
import type { Store, StoredPayment } from '#store.ts';
import { bankCode, refusedPayeer, type TestCard } from '#test-cards.ts';

const attemptsMax = 5;
/** A card that is charged back is so after this. */
const chargebackMs = 60_000;

function cents(amount: string): bigint {
  const parsed = parseDecimal(amount, 2);
  return parsed.ok ? parsed.value : 0n;
}

function refundedOf(refunds: Readonly<Record<string, string>>): string {
  const total = Object.values(refunds).reduce((sum, amount) => sum + cents(amount), 0n);
  return formatDecimal(total, 2);
}

/** What the sandbox does with payments: decides, keeps and tells. */
export class Payments {
  readonly #store: Store;
  readonly #deliveries: Deliveries;
  /** While true every refund is refused. */
  refusesRefunds = false;

  constructor(store: Store, deliveries: Deliveries) {
    this.#store = store;
    this.#deliveries = deliveries;
  }

  /** The same order has one page. */
  open(system: string, request: PageRequest): StoredPayment {
    const known = this.#store.paymentOf(request.order);
    if (known) return known;
    const { order, amount, currency, method } = request;
    const payment = randomBytes(18).toString('base64url');
    const words = { order, amount, currency, method, system, request, payment };
    return this.#keep({ ...words, state: 'open', reason: null, card: null, attempts: 0, asked: null });
  }

  find(payment: string): StoredPayment | undefined {
    const { payments } = this.#store.data;
    return Object.hasOwn(payments, payment) ? payments[payment] : undefined;
  }

  /** Whether its page still takes money. */
  isOpen({ state, reason, attempts, request }: StoredPayment): boolean {
    const waits =
      state === 'open' || state === 'authenticating' || (state === 'refused' && reason !== 'cancelled');
    return waits && attempts < attemptsMax && Date.parse(request.expires) > Date.now();
  }

  /** Pays with a card, or asks its owner's bank first. Nothing of a number comes here. */
  pay(payment: StoredPayment, card: TokenCard, behaviour: TestCard): StoredPayment {
    const tried = { ...payment, attempts: payment.attempts + 1 };
    if (behaviour === 'declined') return this.#refuse(tried, 'declined');
    if (behaviour === 'asks' || behaviour === 'fails')
      return this.#keep(
        { ...tried, state: 'authenticating', reason: null, asked: { card, behaviour } },
        'told',
      );
    return this.#paid(tried, card, behaviour);
  }

  /** Pays without a card: from a wallet or a bank account. */
  payOtherwise(payment: StoredPayment, account: string): StoredPayment {
    const tried = { ...payment, attempts: payment.attempts + 1 };
    if (account === refusedPayeer) return this.#refuse(tried, 'declined');
    return this.#keep({ ...tried, state: 'paid', reason: null }, 'told');
  }

  /** The bank has asked the owner of the card, and got this code. */
  answerBank(payment: StoredPayment, code: string): StoredPayment {
    const { asked } = payment;
    if (!asked) return payment;
    // A mistyped code can be typed again, and the card need not be.
    const attempts = payment.attempts + 1;
    if (asked.behaviour === 'asks' && code !== bankCode && attempts < attemptsMax)
      return this.#keep({ ...payment, attempts });
    if (asked.behaviour === 'fails' || code !== bankCode)
      return this.#refuse({ ...payment, asked: null }, 'authentication_failed');
    return this.#paid({ ...payment, asked: null }, asked.card, asked.behaviour);
  }

  cancel(payment: StoredPayment): StoredPayment {
    return this.isOpen(payment) ? this.#refuse({ ...payment, asked: null }, 'cancelled') : payment;
  }

  savedCard(token: string): { card: TokenCard; behaviour: TestCard } | undefined {
    return this.#store.data.tokens[token];
  }

  /** Once for each id, and never more than is left. */
  refund({ refund, order, amount }: Omit<RefundRequest, 'currency'>): 'refunded' | 'refused' {
    const payment = this.#store.paymentOf(order);
    if (Object.hasOwn(payment?.refunds ?? {}, refund)) return 'refunded';
    if (payment?.state !== 'paid' || this.refusesRefunds) return 'refused';
    const refunds = { ...payment.refunds, [refund]: amount };
    const left = cents(payment.amount) - cents(refundedOf(refunds));
    if (left < 0n) return 'refused';
    const state = left === 0n ? 'refunded' : 'paid';
    this.#keep({ ...payment, state, refunds, refunded: refundedOf(refunds) }, 'told');
    return 'refunded';
  }

  chargeBack(payment: StoredPayment): void {
    if (payment.state === 'paid') this.#keep({ ...payment, state: 'charged_back' }, 'told');
  }

  payOut(system: string, { order, amount, currency, to }: PayoutRequest) {
    const { payouts } = this.#store.data;
    const known = payouts[order];
    if (known) return known;
    const isRefused =
      ('payeer' in to && to.payeer === refusedPayeer) ||
      ('token' in to && this.savedCard(to.token) === undefined);
    const payout = { system, order, amount, currency, state: isRefused ? 'refused' : 'paid' } as const;
    payouts[order] = payout;
    this.#deliveries.tellPayout(system, payout);
    return { ...payout, state: 'sending' } as const;
  }

  findPayout(order: string) {
    return this.#store.data.payouts[order];
  }

  /** What happens by itself: pages close, and cards are charged back. */
  tend(): void {
    const { data } = this.#store;
    const now = Date.now();
    for (const payment of Object.values(data.payments)) {
      const waits = payment.state === 'open' || payment.state === 'authenticating';
      if (waits && Date.parse(payment.request.expires) <= now)
        this.#keep({ ...payment, state: 'expired' }, 'told');
    }
    const due = data.chargebacks.filter(({ dueMs }) => dueMs <= now);
    if (due.length === 0) return;
    data.chargebacks = data.chargebacks.filter((each) => !due.includes(each));
    for (const { payment } of due) {
      const found = this.find(payment);
      if (found) this.chargeBack(found);
    }
  }

  /** The same card has the same token, however often it is typed. */
  #tokenOf({ fingerprint, expires_month, expires_year }: TokenCard): string | undefined {
    return Object.entries(this.#store.data.tokens).find(
      ([, { card }]) =>
        fingerprint &&
        card.fingerprint === fingerprint &&
        card.expires_month === expires_month &&
        card.expires_year === expires_year,
    )?.[0];
  }

  #paid(payment: StoredPayment, card: TokenCard, behaviour: TestCard): StoredPayment {
    const { data } = this.#store;
    const token = payment.request.save_card
      ? (card.token ?? this.#tokenOf(card) ?? `tok_${randomBytes(12).toString('hex')}`)
      : null;
    if (token !== null) data.tokens[token] = { card: { ...card, token }, behaviour };
    if (behaviour === 'charged_back')
      data.chargebacks.push({ payment: payment.payment, dueMs: Date.now() + chargebackMs });
    return this.#keep(
      { ...payment, state: 'paid', reason: null, asked: null, card: { ...card, token } },
      'told',
    );
  }

  #refuse(payment: StoredPayment, reason: NonNullable<AcquirerPayment['reason']>): StoredPayment {
    return this.#keep({ ...payment, state: 'refused', reason }, 'told');
  }

  #keep(payment: StoredPayment, told?: 'told'): StoredPayment {
    this.#store.data.payments[payment.payment] = payment;
    if (told) this.#deliveries.tellPayment(payment);
    else this.#store.save();
    return payment;
  }
}
