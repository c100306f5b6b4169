import { randomUUID } from 'node:crypto';
import type { AcquirerEvent } from '@emporion/contracts/acquirer';
import type { CardOrder, Movement } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { advance, advanceAll } from '#modules/cards/orders/advance.ts';
import { beginRefund } from '#modules/cards/review/refund.ts';
import { mailedCode } from '#modules/wallet/testing/mailed-code.ts';
import { userId } from '#testing/trading-app.ts';
import { type CardsBed, card, rowOf } from './cards-bed.ts';
import { paidEvent } from './purchases.cases.ts';

/** Somebody who bought BTC for 100 USD, with a fee of 3.20, and has 300 USD besides. */
async function buyer(bed: CardsBed) {
  const name = `person${randomUUID().slice(0, 8)}`;
  await bed.app.person(name);
  const asked = await bed.buy(name);
  await bed.payOn(asked, card('4111 1111 1111 1111'));
  const order = await bed.until(asked, name, 'completed');
  await advance(bed.app.platform, order.id);
  await bed.app.fund(name, 'USD', '300');
  return { name, order };
}

async function refund(bed: CardsBed, { id }: CardOrder, more: object = {}) {
  const confirmation = await mailedCode(bed.app, 'operator', 'back_office');
  return bed.post(`admin/cards/orders/${id}/refund`, 'operator', {
    ...{ reason: 'Asked for by its owner', client_id: randomUUID(), confirmation, ...more },
  });
}

/** What the acquirer says of a payment that was paid: so much of it was given back by now. */
async function told(bed: CardsBed, order: CardOrder, more: object): Promise<AcquirerEvent> {
  const event = await paidEvent(bed, order);
  if (event.kind !== 'payment') throw new Error('It is a payment.');
  return { ...event, id: randomUUID(), payment: { ...event.payment, ...more } };
}

async function outcomesOf({ app }: CardsBed, { id }: CardOrder, state: string): Promise<string[]> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from card_events where order_id = ${id} and state = ${state} order by received_at
  `.execute(app.test.database.kysely);
  return rows.map(({ outcome }) => outcome);
}

export function refunds(bedOf: () => CardsBed): void {
  describe('refunds in part', () => {
    it('each takes its share of amount and fee, is told and listed for itself, and the last one ends the order', async () => {
      const bed = bedOf();
      const before = await bed.owed();
      const { name, order } = await buyer(bed);
      const { body: first } = await refund(bed, order, { amount: '30' });
      expect(first).toMatchObject({
        ...{ status: 'completed', refundable: true, reversed: { taken: '29.04', open: '0' } },
        refund: { left: '70', needed: '67.76', free: '270.96', most: '70', covered: true },
        refunds: [{ kind: 'refund', status: 'done', amount: '30', taken: '29.04' }],
      });
      const tooMuch = await refund(bed, order, { amount: '70.01' });
      expect(tooMuch.body).toMatchObject({ code: 'amount_too_large', detail: expect.stringContaining('70') });
      expect((await refund(bed, order, { amount: '0' })).status).toBe(422);
      expect((await refund(bed, order, { amount: '50' })).body.refund.left).toBe('20');
      const { body: last } = await refund(bed, order);
      expect(last).toMatchObject({ status: 'refunded', refundable: false, refund: null });
      expect(last.refunds.map(({ amount }: { amount: string }) => amount)).toEqual(['30', '50', '20']);
      expect(last.staff_refunds).toMatchObject([
        { by: { id: userId('operator') }, reason: 'Asked for by its owner', amount: '30' },
        ...[{ amount: '50' }, { amount: '20' }],
      ]);
      expect([await bed.balance(name, 'USD'), await bed.owed()]).toEqual(['203.2', before]);
      expect(await bed.read(order, name)).toMatchObject({
        ...{ status: 'refunded', reversed: { taken: '96.8', open: '0' } },
        refunds: [{ amount: '30' }, { amount: '50' }, { amount: '20' }],
      });

      const { body: history } = await bed.app.call({ path: 'wallet/movements?type=refund', as: name });
      expect(history.results.map((each: Movement) => [each.change, each.card_order])).toEqual(
        ['-19.36', '-48.4', '-29.04'].map((change) => [change, order.id]),
      );
      // After a list that has waited for the history.
      const { rows } = await sql<{ reference: string }>`
        select distinct reference from ledger_entries where account = ${userId(name)} and kind = 'reversal' order by 1
      `.execute(bed.app.test.database.kysely);
      expect(rows.map(({ reference }) => reference)).toEqual([1, 2, 3].map((n) => `card:${order.id}/${n}`));
      const found = await bed.app.call({ path: `wallet/movements?text=${order.id}`, as: name });
      expect(found.body.results.filter(({ type }: Movement) => type === 'refund')).toHaveLength(3);
      const notices = await sql<{ amount: string }>`
        select params ->> 'amount' as amount from user_notifications
        where user_id = ${userId(name)} and template = 'card_refunded' order by id
      `.execute(bed.app.test.database.kysely);
      expect(notices.rows.map(({ amount }) => amount)).toEqual(['30', '50', '20']);
    });

    it('asked for twice under one id happens once, and two at once never give back more than was paid', async () => {
      const bed = bedOf();
      const { name, order } = await buyer(bed);
      const client_id = randomUUID();
      await refund(bed, order, { amount: '30', client_id });
      expect((await refund(bed, order, { amount: '30', client_id })).body.refunds).toHaveLength(1);
      const { platform, test } = bed.app;
      const begin = (clientId: string) =>
        test.database.kysely.transaction().execute((transaction) =>
          beginRefund(transaction, platform, {
            ...{ id: order.id, operatorId: userId('operator'), reason: 'Asked for', amount: '60', clientId },
          }),
        );
      const begun = await Promise.allSettled([begin('a'), begin('b'), begin('c')]);
      expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
      await Promise.all([advanceAll(platform), advanceAll(platform), advance(platform, order.id)]);
      expect((await bed.read(order, name)).refunds.map(({ amount }) => amount)).toEqual(['30', '60']);
      expect(await bed.balance(name, 'USD')).toBe('212.88');
    });

    it('that the acquirer would not return comes back to the account, and another can be tried', async () => {
      const bed = bedOf();
      const { name, order } = await buyer(bed);
      await bed.control('refuse_refunds');
      const { body: refused } = await refund(bed, order, { amount: '30' });
      await bed.control('take_refunds');
      expect(refused).toMatchObject({ status: 'completed', refund: { left: '100' }, refunds: [] });
      expect(refused.staff_refunds).toMatchObject([{ amount: '30', status: 'undone' }]);
      expect(await bed.balance(name, 'USD')).toBe('300');
      expect((await refund(bed, order, { amount: '30' })).body.refund.left).toBe('70');
      expect(await bed.balance(name, 'USD')).toBe('270.96');
      const { body: history } = await bed.app.call({ path: 'wallet/movements?type=refund', as: name });
      expect(history.results.map(({ change }: Movement) => change)).toEqual(['-29.04', '29.04', '-29.04']);
    });

    it('shows how much the balance covers where it does not cover all that is left', async () => {
      const bed = bedOf();
      const { name, order } = await buyer(bed);
      await bed.post('exchange', name, { from: 'USD', to: 'BTC', amount: '280', min_receive: '0' });
      const { body: seen } = await bed.app.call({ path: `admin/cards/orders/${order.id}`, as: 'operator' });
      const { free, most, covered } = seen.refund;
      expect([covered, Number(most) > Number(free), Number(most) < 25]).toEqual([false, true, true]);
      expect((await refund(bed, order, { amount: '40' })).body.code).toBe('card_refund_not_covered');
      expect((await refund(bed, order, { amount: most })).status).toBe(200);
    });

    it('do not go round the second person', async () => {
      const bed = bedOf();
      const { order } = await buyer(bed);
      await bed.app.change('update treasury_policy set credit_two_people_above = 50');
      try {
        expect((await refund(bed, order, { amount: '30' })).status).toBe(200);
        expect((await refund(bed, order, { amount: '30' })).body.code).toBe('second_person_required');
        const by = async (as: string) => ({
          ...{ reason: 'Asked for', confirmation: await mailedCode(bed.app, as, 'back_office') },
        });
        const words = { order: order.id, amount: '30', ...(await by('operator')) };
        const { body: proposal } = await bed.post('admin/approvals/card-refund', 'operator', words);
        expect(proposal.payload).toMatchObject({ amount: '30' });
        const vote = await by('operator-two');
        const { body } = await bed.post(
          `admin/approvals/${proposal.id}/approve`,
          ...(['operator-two', vote] as const),
        );
        expect(body).toMatchObject({ state: 'executed' });
        const { body: seen } = await bed.app.call({ path: `admin/cards/orders/${order.id}`, as: 'operator' });
        expect(seen.refund.left).toBe('40');
      } finally {
        await bed.app.change('update treasury_policy set credit_two_people_above = 10000');
      }
    });

    it('and a chargeback together are never more than the payment, whatever is told again', async () => {
      const bed = bedOf();
      const before = await bed.owed();
      const { name, order } = await buyer(bed);
      await refund(bed, order, { amount: '30' });
      await bed.control('charge_back', order);
      const reversed = await bed.until(order, name, 'charged_back');
      expect(reversed).toMatchObject({
        ...{
          reversed: { taken: '96.8', open: '0' },
          refunds: [{ kind: 'refund' }, { kind: 'chargeback', amount: '70' }],
        },
      });
      await bed.control('repeat', order);
      await bed.tell(await told(bed, order, { state: 'refunded', refunded: '100' }));
      await bed.tell(await told(bed, order, { state: 'charged_back' }));
      expect([await bed.balance(name, 'USD'), await bed.owed()]).toEqual(['203.2', before]);
      const { body: history } = await bed.app.call({ path: 'wallet/movements?limit=100', as: name });
      const types = history.results.map(({ type }: Movement) => type);
      expect(types.filter((type: string) => type === 'refund' || type === 'chargeback')).toEqual([
        'chargeback',
        'refund',
      ]);
    });

    it('a chargeback of what was refunded whole is kept for staff, and takes nothing', async () => {
      const bed = bedOf();
      const { name, order } = await buyer(bed);
      await refund(bed, order);
      expect(await bed.tell(await told(bed, order, { state: 'charged_back' }))).toBe(200);
      expect(await bed.read(order, name)).toMatchObject({ status: 'refunded' });
      expect(await outcomesOf(bed, order, 'charged_back')).toEqual(['refused']);
      expect(await bed.balance(name, 'USD')).toBe('203.2');
    });

    it('a chargeback in the middle of one waits for it and takes the rest', async () => {
      const bed = bedOf();
      const { name, order } = await buyer(bed);
      const { platform, test } = bed.app;
      await bed.tell(await told(bed, order, { refunded: '20' }));
      await test.database.kysely.transaction().execute((transaction) =>
        beginRefund(transaction, platform, {
          ...{
            id: order.id,
            operatorId: userId('operator'),
            reason: 'Asked for',
            amount: '30',
            clientId: 'x',
          },
        }),
      );
      await bed.tell(await told(bed, order, { state: 'charged_back', refunded: '50' }));
      await advanceAll(platform);
      expect(await bed.read(order, name)).toMatchObject({
        ...{ status: 'charged_back', reversed: { taken: '96.8' } },
        refunds: [{ amount: '20' }, { amount: '30' }, { kind: 'chargeback', amount: '50' }],
      });
      expect(await bed.balance(name, 'USD')).toBe('203.2');
    });

    it('that the acquirer made by itself are taken once, told twice and in any order', async () => {
      const bed = bedOf();
      const { name, order } = await buyer(bed);
      const [thirty, fifty] = [
        await told(bed, order, { refunded: '30' }),
        await told(bed, order, { refunded: '50' }),
      ];
      for (const event of [thirty, fifty, thirty, fifty, await told(bed, order, { refunded: '30' })])
        expect(await bed.tell(event)).toBe(200);
      expect(await bed.read(order, name)).toMatchObject({
        ...{
          status: 'completed',
          reversed: { taken: '48.4' },
          refunds: [{ amount: '30' }, { amount: '20' }],
        },
      });
      // More than was paid is nobody's word.
      await bed.tell(await told(bed, order, { refunded: '100.01' }));
      expect(await bed.balance(name, 'USD')).toBe('251.6');
      expect((await rowOf(bed, order))?.stage).toBe('completed');
    });

    it('leave so much less of the payment on hold', async () => {
      const bed = bedOf();
      const { name, order } = await buyer(bed);
      const held = async () => {
        await bed.app.change('update withdrawal_policy set card_hold_hours = 72');
        const { body } = await bed.post('wallet/withdrawals', name, {
          ...{ currency: 'BTC', network: 'bitcoin', amount: '0.0015', memo: '', client_id: randomUUID() },
          address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        });
        await bed.app.change('update withdrawal_policy set card_hold_hours = 0');
        return /[\d.,]+ USDT/.exec(body.detail ?? '')?.[0];
      };
      await bed.post('exchange', name, { from: 'USD', to: 'BTC', amount: '200', min_receive: '0' });
      const worth = (value: number) =>
        bed.app.change(`update card_orders set value = ${value} where id = '${order.id}'`);
      await worth(100_000);
      expect((await held())?.replace(',', '')).toBe('100000 USDT');
      await worth(100);
      await refund(bed, order, { amount: '25' });
      await worth(100_000);
      expect((await held())?.replace(',', '')).toBe('75000 USDT');
    });
  });
}
