import { randomUUID } from 'node:crypto';
import type { AcquirerEvent } from '@emporion/contracts/acquirer';
import type { CardOrder } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { applyEvent } from '#modules/cards/events/apply-event.ts';
import { pollOpen } from '#modules/cards/events/poll.ts';
import { advanceAll } from '#modules/cards/orders/advance.ts';
import type { Platform } from '#platform/platform.ts';
import { extent } from '#testing/extent.ts';
import { type CardsBed, card, rowOf } from './cards-bed.ts';

const fresh = () => `person${randomUUID().slice(0, 8)}`;

export async function paidEvent(
  bed: CardsBed,
  order: CardOrder,
  more: {
    id?: string;
    amount?: string;
    state?: 'paid' | 'refused' | 'expired';
    reason?: 'declined' | 'cancelled';
  } = {},
): Promise<AcquirerEvent> {
  const { id = randomUUID(), amount = '100', state = 'paid' } = more;
  const payment = (await rowOf(bed, order))?.payment ?? '';
  const reason = state === 'refused' ? (more.reason ?? 'declined') : null;
  const words = { payment, order: order.id, amount, currency: 'USD', state, reason, card: null } as const;
  return { id, kind: 'payment', payment: words };
}

/** A platform on which everything fails from the nth look at the clock on, as if the process had been killed there. */
function killedAt(platform: Platform, looks: number): Platform {
  let left = looks;
  const now = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return new Date();
  };
  return { ...platform, clock: { now } };
}

export function purchases(bedOf: () => CardsBed): void {
  describe('a purchase', () => {
    it('is paid with a card that was first declined, then asked for by its bank', async () => {
      const bed = bedOf();
      const order = await bed.buy('ann');
      expect(order).toMatchObject({
        status: 'pending',
        give: '100',
        give_coin: 'USD',
        receive_coin: 'BTC',
        fee: '3.2',
      });
      const before = await bed.owed();
      expect(await bed.payOn(order, card('4000 0000 0000 1000'))).toContain('declined');
      expect(await bed.until(order, 'ann', 'refused')).toMatchObject({
        reason: 'declined',
        pay_page: order.pay_page,
      });
      expect(await bed.payOn(order, card('4000 0000 0000 2008'))).toContain('Your bank asks');
      await bed.until(order, 'ann', 'authenticating');
      expect(await bed.payOn(order, { bank: '123456', do: 'answer' })).toContain('Payment received');
      const done = await bed.until(order, 'ann', 'completed');
      expect(done).toMatchObject({ kept: null, reason: null, card: { brand: 'visa', last_four: '2008' } });
      expect(Number(done.received)).toBeCloseTo((96.8 / 50_000) * 0.9985, 4);
      expect(await bed.balance('ann', 'BTC')).toBe(done.received);
      expect((await bed.owed()) - before).toBe(10_000n);
      expect((await bed.app.call({ path: `card/orders/${order.id}`, as: 'ben' })).status).toBe(404);
      expect((await bed.app.call({ path: 'card/orders', as: 'ben' })).body.results).toEqual([]);
      const { rows } = await sql<{ text: string }>`
        select text from messages where recipient = 'ann@example.test' and template = 'cards.receipt'
      `.execute(bed.app.test.database.kysely);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.text).toContain('•••• 2008');
      const { body: history } = await bed.app.call({
        path: 'wallet/movements?type=card_purchase',
        as: 'ann',
      });
      const part = { type: 'card_purchase', card_order: order.id, label: 'Cauri •••• 2008' };
      // One row for the payment of 100 and the trade that followed.
      expect(history.results).toHaveLength(1);
      const shown = await bed.read(order, 'ann');
      expect(history.results[0]).toMatchObject({
        ...{ ...part, id: order.id, status: 'completed', currency: 'BTC', direction: 'in' },
        exchange: {
          paid: { currency: 'USD', amount: '100' },
          received: { currency: 'BTC', amount: shown.received },
        },
      });
      expect(history.results[0].legs[0]).toMatchObject({
        ...{ kind: 'payment', currency: 'USD', change: '96.8', fee: '3.2', pair: null },
      });
      const left = await bed.balance('ann', 'USD');
      const [remainder = null] = history.results[0].exchange.remainders;
      expect([remainder?.amount ?? '0', shown.remainder]).toEqual([left, remainder]);
      const { body: all } = await bed.app.call({ path: 'wallet/movements', as: 'ann' });
      expect(all.results).toEqual(history.results);
      expect((await bed.app.call({ path: 'wallet/movements?type=trade', as: 'ann' })).body.results).toEqual(
        [],
      );
    });

    it('refuses on its page what is no card, and never shows the number again', async () => {
      const bed = bedOf();
      const order = await bed.buy('ann');
      const page = await bed.payOn(order, {
        ...card('4111 1111 1111 1112'),
        year: '2001',
        code: '1',
        holder: 'Theo',
      });
      for (const says of ['card number isn’t valid', 'has expired', '3 or 4 digits'])
        expect(page).toContain(says);
      expect(page).not.toMatch(/4111 ?1111 ?1111 ?1112/);
      expect(bed.app.logLines.join('\n')).not.toMatch(/4111 ?1111/);
    });

    it('is credited once however often and in whatever order it is told', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      const order = await bed.buy(name);
      await bed.control('silence');
      await bed.payOn(order, card('4000 0000 0000 1000'));
      await bed.payOn(order, card('4111 1111 1111 1111'));
      const before = await bed.owed();
      const told = await paidEvent(bed, order);
      for (let times = 0; times < 3; times += 1) expect(await bed.tell(told)).toBe(200);
      expect(await bed.tell(await paidEvent(bed, order, { state: 'refused' }))).toBe(200);
      expect(await bed.tell(await paidEvent(bed, order, { state: 'expired' }))).toBe(200);
      // The sandbox says the same once more: refused and paid, and both again the other way round.
      await bed.control('speak');
      await bed.control('repeat', order);
      const done = await bed.read(order, name);
      expect(done).toMatchObject({ status: 'completed', reason: null });
      expect(await bed.balance(name, 'BTC')).toBe(done.received);
      expect((await bed.owed()) - before).toBe(10_000n);
    });

    it('is credited once of many messages at once', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      const order = await bed.buy(name);
      const before = await bed.owed();
      const id = randomUUID();
      const same = await paidEvent(bed, order, { id });
      const each = extent({ usual: 10, all: 25 });
      const others = await Promise.all(Array.from({ length: each }, () => paidEvent(bed, order)));
      const answers = await Promise.all(
        [...Array.from({ length: each }, () => same), ...others].map((event) => bed.tell(event)),
      );
      expect(new Set(answers)).toEqual(new Set([200]));
      const done = await bed.until(order, name, 'completed');
      expect((await bed.owed()) - before).toBe(10_000n);
      expect(await bed.balance(name, 'BTC')).toBe(done.received);
    });

    it('is not moved by what is forged, old, or speaks of another amount', async () => {
      const bed = bedOf();
      const order = await bed.buy('ben');
      const event = await paidEvent(bed, order);
      expect(await bed.tell(event, { secret: 'x'.repeat(32) })).toBe(401);
      expect(await bed.tell(event, { ageSeconds: 301 })).toBe(401);
      expect(await bed.tell(await paidEvent(bed, order, { amount: '1' }))).toBe(200);
      expect(
        await bed.tell({
          ...event,
          payment: { ...(event.kind === 'payment' && event.payment), payment: 'other' },
        } as AcquirerEvent),
      ).toBe(200);
      expect(await bed.read(order, 'ben')).toMatchObject({ status: 'pending' });
      expect(await bed.balance('ben', 'USD')).toBe('0');
    });

    it('that is paid long after its page closed is credited as currency', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      const order = await bed.buy(name);
      await bed.app.change(
        `update card_orders set expires_at = now() - interval '1 hour' where id = '${order.id}'`,
      );
      await bed.tell(await paidEvent(bed, order, { state: 'expired' }));
      expect(await bed.read(order, name)).toMatchObject({ status: 'expired', pay_page: null });
      await bed.tell(await paidEvent(bed, order));
      expect(await bed.read(order, name)).toMatchObject({
        ...{
          status: 'completed',
          reason: 'paid_late',
          received: null,
          kept: { currency: 'USD', amount: '96.8' },
        },
      });
      expect(await bed.balance(name, 'USD')).toBe('96.8');
    });

    it('whose price moved meanwhile stays on the balance as currency', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      const order = await bed.buy(name);
      await bed.app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
      await bed.post('orders', 'maker', {
        type: 0,
        pair: 'BTC-USD',
        operation: 'sell',
        quantity: '1',
        price: '50600',
      });
      await bed.tell(await paidEvent(bed, order));
      expect(await bed.read(order, name)).toMatchObject({
        status: 'completed',
        reason: 'price_moved',
        kept: { amount: '96.8' },
      });
    });

    it('whose coin was switched off meanwhile stays on the balance as currency', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      const order = await bed.buy(name);
      const quoted = { pay_system: 'cauri', currency: 'USD', coin: 'BTC', give: '100' };
      await bed.app.change("update coins set swap_disabled = true where code = 'BTC'");
      expect((await bed.post('card/purchase-preview', name, quoted)).body.code).toBe(
        'exchange_disabled_for_currency',
      );
      await bed.tell(await paidEvent(bed, order));
      expect(await bed.read(order, name)).toMatchObject({
        ...{ status: 'completed', reason: 'market', received: null, kept: { amount: '96.8' } },
      });
      await bed.app.change("update coins set swap_disabled = false where code = 'BTC'");
    });

    it('that is cancelled after a card was refused is cancelled, and its page closed', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      const order = await bed.buy(name);
      await bed.tell(await paidEvent(bed, order, { state: 'refused', reason: 'declined' }));
      expect(await bed.read(order, name)).toMatchObject({ reason: 'declined', pay_page: order.pay_page });
      await bed.tell(await paidEvent(bed, order, { state: 'refused', reason: 'cancelled' }));
      await bed.tell(await paidEvent(bed, order, { state: 'refused', reason: 'declined' }));
      expect(await bed.read(order, name)).toMatchObject({
        status: 'refused',
        reason: 'cancelled',
        pay_page: null,
      });
    });

    it('of which no message comes is asked about', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      const order = await bed.buy(name);
      await bed.control('silence');
      await bed.payOn(order, card('4111 1111 1111 1111'));
      await bed.app.change(
        `update card_orders set updated_at = updated_at - interval '3 minutes' where id = '${order.id}'`,
      );
      await pollOpen(bed.app.platform);
      expect(await bed.read(order, name)).toMatchObject({ status: 'completed', kept: null });
      await bed.control('speak');
    });

    it('that is killed at any step is credited once and bought once', async () => {
      const bed = bedOf();
      const { platform } = bed.app;
      const name = fresh();
      await bed.app.person(name);
      const before = await bed.owed();
      const orders: CardOrder[] = [];
      const stages = new Set<string | undefined>();
      for (let looks = 2; looks < 9; looks += 1) {
        const order = await bed.buy(name);
        orders.push(order);
        const event = await paidEvent(bed, order);
        await applyEvent(killedAt(platform, looks), 'cauri', event).catch(() => undefined);
        stages.add((await rowOf(bed, order))?.stage);
        // Whoever was killed before the event was kept is told again.
        await bed.tell(event);
      }
      await advanceAll(platform);
      expect([...stages].sort()).toEqual(expect.arrayContaining(['credited', 'paid', 'pending']));
      const done = await Promise.all(orders.map((order) => bed.read(order, name)));
      expect(done.map(({ status }) => status)).toEqual(orders.map(() => 'completed'));
      expect((await bed.owed()) - before).toBe(10_000n * BigInt(orders.length));
      const bought = done.reduce((total, { received }) => total + Number(received), 0);
      expect(Number(await bed.balance(name, 'BTC'))).toBeCloseTo(bought, 8);
    });

    it('is one under one client id, and other words under it are refused', async () => {
      const bed = bedOf();
      const order = await bed.buy('ann', { client_id: 'same' });
      const asked = {
        pay_system: 'cauri',
        currency: 'USD',
        coin: 'BTC',
        give: '100',
        method: 'credit_card',
        least: order.least,
        client_id: 'same',
      };
      expect((await bed.post('card/purchases', 'ann', asked)).body.id).toBe(order.id);
      expect((await bed.post('card/purchases', 'ann', { ...asked, give: '101' })).body.code).toBe(
        'duplicate_transaction',
      );
    });

    it.each([
      [{ give: '5' }, 'amount_too_small'],
      [{ give: '20000' }, 'amount_too_large'],
      [{ least: '1' }, 'price_changed'],
      [{ method: 'bank_transfer' }, 'value_not_allowed'],
      [{ card: randomUUID() }, 'card_not_found'],
      [{ coin: 'USD' }, 'not_suitable_pair'],
      [{ coin: 'NOPE' }, 'coin_invalid'],
      [{ give: '-1' }, 'unprocessable_entity'],
    ])('with %j is refused as %s', async (more: object, code: string) => {
      const bed = bedOf();
      const asked = {
        pay_system: 'cauri',
        currency: 'USD',
        coin: 'BTC',
        give: '100',
        method: 'credit_card',
        least: '0.0001',
        client_id: randomUUID(),
      };
      expect((await bed.post('card/purchases', 'ann', { ...asked, ...more })).body.code).toBe(code);
    });

    it('is bounded by the level of the account, each and within a day', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      await bed.app.change('update withdrawal_policy set level = 0');
      await bed.buy(name, { give: '450', least: '0.0001' });
      const asked = {
        pay_system: 'cauri',
        currency: 'USD',
        coin: 'BTC',
        method: 'credit_card',
        least: '0.0001',
      };
      const more = (give: string) =>
        bed.post('card/purchases', name, { ...asked, give, client_id: randomUUID() });
      const { body: limits } = await bed.app.call({ path: 'card/limits', as: name });
      const most = limits.left.find(({ currency }: { currency: string }) => currency === 'USD').max;
      expect(Number(most)).toBeGreaterThan(450);
      const { body: refused } = await more('600');
      expect(refused).toMatchObject({
        code: 'amount_too_large',
        detail: expect.stringContaining(`${most} USD`),
      });
      expect((await more(String(Number(most) + 1))).body.code).toBe('amount_too_large');
      await more('450');
      expect((await more('450')).body.code).toBe('card_limit_exceeded');
      await bed.app.change('update withdrawal_policy set level = 2');
    });
  });
}
