import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { logInStaff } from './demo-staff.ts';
import { Withdrawer } from './payout-kills.ts';
import type { StepPause } from './step-pause.ts';

/** What somebody does with a card, and the steps at which it is stopped: the moment before each is committed. `journal`: money has moved, and no row says so. */
export const cardPoints = {
  purchase: [
    ...['buy:created', 'buy:pending', 'buy:paid', 'buy:credited', 'buy:completed'],
    ...['journal:money', 'journal:swap'],
  ],
  // In two parts: the first of them leaves it completed.
  refund: ['buy:refunding', 'buy:refund_asked', 'buy:completed', 'buy:refunded'],
  chargeback: ['buy:reversing', 'buy:charged_back'],
  sale: ['sell:selling', 'sell:sold', 'sell:sending', 'sell:settling', 'sell:completed'],
} as const;
export type CardDeed = keyof typeof cardPoints;

/** How an order stands when it is over. */
export const lastStages: Readonly<Record<CardDeed, string>> = {
  ...{ purchase: 'completed', refund: 'refunded', chargeback: 'charged_back', sale: 'completed' },
};

export const cardTriggers = `
  create function test_pause_card() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or old.stage <> new.stage then perform test_pause(new.side || ':' || new.stage); end if;
    return new;
  end $$;
  create trigger test_pause after insert or update on card_orders for each row execute function test_pause_card();
  create trigger test_pause_money after insert on journal for each row
    when (position('"MoneyMoved"'::bytea in new.payload) > 0) execute function test_pause_at('journal:money');
  create trigger test_pause_swap after insert on journal for each row
    when (position('"SwapExecuted"'::bytea in new.payload) > 0) execute function test_pause_at('journal:swap');
`;

const email = 'trader@emporion.test';
const demoSecret = 'emporion-demo-secret-not-for-production';
const goods = { currency: 'USD', coin: 'BTC' } as const;

/** One who buys and sells with cards over HTTP, and asks again whenever the server was killed before it answered. */
export class CardUser {
  readonly #url: string;
  readonly #pause: StepPause;
  readonly #person: Withdrawer;
  /** Where the sandbox of the server that runs now is: it ends with its server. */
  #sandbox = '';

  constructor(url: string, pause: StepPause) {
    this.#url = url;
    this.#pause = pause;
    this.#person = new Withdrawer(url, { email, pause });
  }

  balance(coin: string): Promise<string> {
    return this.#person.balance(coin);
  }

  /** Has the sandbox run, which a server starts when somebody first pays. */
  async wake(clientId: string): Promise<void> {
    await this.#order('10', clientId);
  }

  async purchase(clientId: string): Promise<string> {
    const { id, page } = await this.#order('100', clientId);
    const fields = {
      holder: 'Theo Test',
      number: '4111111111111111',
      month: '12',
      year: '2040',
      code: '123',
    };
    await this.#ask(page, new URLSearchParams({ ...fields, do: 'pay' }));
    return id;
  }

  async refund(id: string): Promise<void> {
    await this.#refundOnce(id, '30');
    await this.#refundOnce(id);
  }

  /** Sent again under the same id until it is known to have been heard, and then waited for. */
  async #refundOnce(id: string, amount?: string): Promise<void> {
    const client_id = `refund-${amount ?? 'rest'}`;
    for (;;) {
      try {
        // Nobody has so many codes sent in an hour.
        for (const table of ['sent_codes', 'attempt_counters'])
          await this.#pause.query(`delete from ${table}`);
        const staff = await logInStaff(this.#url, 'operator@emporion.test');
        const words = { reason: 'Asked for by its owner', client_id, confirmation: staff.confirmation };
        const { status, body } = await staff.post(`admin/cards/orders/${id}/refund`, {
          ...words,
          ...(amount !== undefined && { amount }),
        });
        if (status === 200) break;
        process.stdout.write(`a refund is asked for again: ${JSON.stringify(body)}\n`);
      } catch {
        // It was killed: nobody knows whether it happened.
      }
      await wait(50);
    }
    const done = () =>
      this.#pause.query(
        "select from card_reversals where order_id = $1 and client_id = $2 and state = 'done'",
        [id, client_id],
      );
    while ((await done()).length === 0) await wait(50);
  }

  async chargeBack(id: string): Promise<void> {
    const body = JSON.stringify({ do: 'charge_back', order: id });
    const secret = hkdfSync('sha256', demoSecret, 'emporion', 'acquirer sandbox cauri', 32);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', Buffer.from(secret).toString('hex'))
      .update(`${timestamp}.${body}`)
      .digest('hex');
    const headers = { 'x-acquirer-timestamp': timestamp, 'x-acquirer-signature': signature };
    await this.#ask('/cauri/api/sandbox', body, headers);
  }

  async sell(clientId: string): Promise<string> {
    const asked = { ...goods, pay_system: 'payeer', give: '0.002', least: '1', to: 'P1000000' };
    for (;;) {
      await this.#pause.query('delete from sent_codes');
      const about = { currency: asked.coin, amount: asked.give, to: asked.to };
      await this.#person.post('security/confirmation/send-code', {
        action: 'card_sale',
        method: 'email',
        about,
      });
      const [mail] = await this.#pause.query<{ text: string }>(
        'select text from messages where recipient = $1 order by sequence desc limit 1',
        [email],
      );
      const code = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? '')?.[0] ?? '';
      const words = { ...asked, client_id: clientId, confirmation: { method: 'email', code } };
      const { id } = await this.#person.post('card/sales', words);
      if (typeof id === 'string') return id;
    }
  }

  async #order(give: string, clientId: string): Promise<{ id: string; page: string }> {
    const asked = { ...goods, pay_system: 'cauri', method: 'credit_card', give, least: '0.00000001' };
    const order = await this.#person.post('card/purchases', { ...asked, client_id: clientId });
    if (typeof order.id !== 'string') throw new Error(`It was refused: ${JSON.stringify(order)}`);
    const page = new URL(String(order.pay_page));
    if (clientId.startsWith('wake')) this.#sandbox = page.origin;
    return { id: order.id, page: page.pathname };
  }

  /** Of the sandbox that runs now, which may not be the one that opened the page. */
  async #ask(
    path: string,
    body: URLSearchParams | string,
    headers: Record<string, string> = {},
  ): Promise<void> {
    for (;;) {
      try {
        const { ok } = await fetch(`${this.#sandbox}${path}`, { method: 'POST', body, headers });
        if (ok) return;
      } catch {
        // It ended with its server.
      }
      await wait(50);
    }
  }

  /** Waits until an order has come somewhere. */
  async come(id: string, stage: string): Promise<void> {
    const stands = () =>
      this.#pause.query('select from card_orders where id = $1 and stage = $2', [id, stage]);
    while ((await stands()).length === 0) await wait(50);
  }
}
