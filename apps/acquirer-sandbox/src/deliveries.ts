import { createHmac, randomBytes } from 'node:crypto';
import {
  type AcquirerEvent,
  type AcquirerPayment,
  signatureHeader,
  signedText,
  timestampHeader,
} from '@emporion/contracts/acquirer';
import type { Delivery, Store, StoredPayment } from '#store.ts';

/** How long after a try the next one comes; after the last nobody is told any more, and whoever waits has to ask. */
const pausesMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const timeoutMs = 10_000;

export interface Merchant {
  /** Where events of a pay system are posted to. */
  hookOf(system: string): string;
  secretOf(system: string): string | undefined;
}

/** Tells the merchant what happened, at least once, in no promised order. */
export class Deliveries {
  readonly #store: Store;
  readonly #merchant: Merchant;
  #turn: Promise<void> = Promise.resolve();
  /** While true nothing is sent, as if the line were cut. */
  isSilent = false;

  constructor(store: Store, merchant: Merchant) {
    this.#store = store;
    this.#merchant = merchant;
  }

  tellPayment(payment: StoredPayment): void {
    this.#add(payment.system, { id: eventId(), kind: 'payment', payment: onWire(payment) });
  }

  tellPayout(system: string, payout: Extract<AcquirerEvent, { kind: 'payout' }>['payout']): void {
    const { order, amount, currency, state } = payout;
    this.#add(system, { id: eventId(), kind: 'payout', payout: { order, amount, currency, state } });
  }

  #add(system: string, event: AcquirerEvent): void {
    this.#store.data.deliveries.push({ system, event, tries: 0, dueMs: Date.now() });
    this.#store.save();
  }

  /** Sends again what was sent about an order, in the opposite order. */
  repeat(order: string): void {
    const { data } = this.#store;
    const again = data.delivered.filter(({ event }) => orderOf(event) === order).reverse();
    data.deliveries.push(...again.map((delivery) => ({ ...delivery, tries: 0, dueMs: Date.now() })));
    this.#store.save();
  }

  /** Everything that is due, once. Whoever asks meanwhile has a turn after it. */
  send(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#sendDue());
    return this.#turn;
  }

  async #sendDue(): Promise<void> {
    if (this.isSilent) return;
    const { data } = this.#store;
    const due = data.deliveries.filter(({ dueMs }) => dueMs <= Date.now());
    for (const delivery of due) {
      const isTaken = await this.#post(delivery);
      data.deliveries = data.deliveries.filter((each) => each !== delivery);
      if (isTaken) data.delivered.push(delivery);
      else {
        const pause = pausesMs[delivery.tries];
        if (pause !== undefined)
          data.deliveries.push({ ...delivery, tries: delivery.tries + 1, dueMs: Date.now() + pause });
      }
      this.#store.save();
    }
  }

  async #post({ system, event }: Delivery): Promise<boolean> {
    const secret = this.#merchant.secretOf(system);
    if (secret === undefined) return false;
    const body = JSON.stringify(event);
    try {
      const { ok } = await fetch(this.#merchant.hookOf(system), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed(secret, body) },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return ok;
    } catch {
      return false;
    }
  }
}

/** What of a payment the merchant is told. */
export function onWire(stored: StoredPayment): AcquirerPayment {
  const { payment, order, amount, currency, state, reason, refunded, card } = stored;
  return { payment, order, amount, currency, state, reason, refunded, card };
}

function signed(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(signedText(timestamp, body)).digest('hex');
  return { [timestampHeader]: timestamp, [signatureHeader]: signature };
}

const eventId = () => `evt_${randomBytes(12).toString('hex')}`;
const orderOf = (event: AcquirerEvent) =>
  event.kind === 'payment' ? event.payment.order : event.payout.order;
