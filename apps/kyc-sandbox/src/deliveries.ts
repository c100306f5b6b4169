import { createHmac, randomBytes } from 'node:crypto';
import {
  nonceHeader,
  signatureHeader,
  signedText,
  timestampHeader,
  type VerificationResult,
} from '@emporion/contracts/verification';
import type { Delivery, Store } from '#store.ts';

/** How long after a try the next one comes; after the last nobody is told any more, and whoever waits has to ask. */
const pausesMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const timeoutMs = 10_000;

/** Tells what was found, at least once, in no promised order. Every try has a time and a nonce of its own; the event keeps its id. */
export class Deliveries {
  readonly #store: Store;
  readonly #to: { readonly hook: string; readonly secret: string };
  #turn: Promise<void> = Promise.resolve();
  /** While true nothing is sent, as if the line were cut. */
  isSilent = false;

  constructor(store: Store, to: { hook: string; secret: string }) {
    this.#store = store;
    this.#to = to;
  }

  tell(result: VerificationResult): void {
    const event = { id: `event-${randomBytes(12).toString('hex')}`, result };
    this.#store.data.deliveries.push({ event, tries: 0, dueMs: Date.now() });
    this.#store.save();
  }

  /** What was told of an application goes with it. */
  forget(application: string): void {
    const { data } = this.#store;
    const isAnother = ({ event }: Delivery) => event.result.application !== application;
    data.deliveries = data.deliveries.filter(isAnother);
    data.delivered = data.delivered.filter(isAnother);
  }

  /** Sends again what was sent about an application, in the opposite order. */
  repeat(application: string): void {
    const { data } = this.#store;
    const again = data.delivered.filter(({ event }) => event.result.application === application).reverse();
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
      // Its application was forgotten meanwhile.
      if (!data.deliveries.includes(delivery)) continue;
      data.deliveries = data.deliveries.filter((each) => each !== delivery);
      const pause = pausesMs[delivery.tries];
      if (isTaken) data.delivered.push(delivery);
      else if (pause !== undefined)
        data.deliveries.push({ ...delivery, tries: delivery.tries + 1, dueMs: Date.now() + pause });
      this.#store.save();
    }
  }

  async #post({ event }: Delivery): Promise<boolean> {
    const { hook, secret } = this.#to;
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const nonce = randomBytes(16).toString('base64url');
    const path = new URL(hook).pathname;
    const signature = createHmac('sha256', secret)
      .update(signedText({ timestamp, nonce, path, body }))
      .digest('hex');
    try {
      const { ok } = await fetch(hook, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...{ [timestampHeader]: timestamp, [nonceHeader]: nonce, [signatureHeader]: signature },
        },
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
