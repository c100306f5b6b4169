import { randomUUID } from 'node:crypto';
import type { Movement } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cardsPart } from '#modules/cards/verify-cards.ts';
import { boundCode, mailedCode } from '#modules/wallet/testing/mailed-code.ts';
import { giveSecondFactor } from '#modules/wallet/testing/second-factor.ts';
import { verifyJournal } from '#runtime/verify/index.ts';
import { userId } from '#testing/trading-app.ts';
import { type CardsBed, card, rowOf } from './cards-bed.ts';
import { paidEvent } from './purchases.cases.ts';

const fresh = () => `person${randomUUID().slice(0, 8)}`;

async function kept(bed: CardsBed, name: string) {
  await bed.app.person(name);
  const order = await bed.buy(name);
  await bed.app.change(
    `update card_orders set expires_at = now() - interval '1 hour' where id = '${order.id}'`,
  );
  await bed.tell(await paidEvent(bed, order));
  return order;
}

async function bought(bed: CardsBed, name: string, more: object = {}) {
  await bed.app.person(name);
  const order = await bed.buy(name, more);
  await bed.payOn(order, card('4111 1111 1111 1111'));
  return bed.until(order, name, 'completed');
}

async function toldTo({ app }: CardsBed, name: string) {
  const { rows } = await sql<{ template: string; params: object }>`
    select template, params from user_notifications where user_id = ${userId(name)} order by id desc
  `.execute(app.test.database.kysely);
  return rows;
}

async function lastMail({ app }: CardsBed, name: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from messages where recipient = ${`${name}@example.test`} order by sequence desc limit 1
  `.execute(app.test.database.kysely);
  return rows[0]?.text ?? '';
}

async function staff(bed: CardsBed, path: string, body: object, as = 'operator') {
  const confirmation = await mailedCode(bed.app, as, 'back_office');
  const once = path.endsWith('/refund') ? { client_id: randomUUID() } : {};
  return bed.post(path, as, { reason: 'Asked for by its owner', confirmation, ...once, ...body });
}

export function decisions(bedOf: () => CardsBed): void {
  describe('a refund', () => {
    it('takes what was credited off the account with its fee, and the acquirer returns it', async () => {
      const bed = bedOf();
      const name = fresh();
      const before = await bed.owed();
      const order = await kept(bed, name);
      expect(await bed.balance(name, 'USD')).toBe('96.8');
      // The sandbox was not paid so far, and refuses: the account has the money again.
      const { body: refused } = await staff(bed, `admin/cards/orders/${order.id}/refund`, {});
      expect(refused.timeline.map(({ name: step }: { name: string }) => step).slice(-2)).toEqual([
        'refund_undone',
        'completed',
      ]);
      expect(await bed.balance(name, 'USD')).toBe('96.8');
      await bed.payOn(order, card('4111 1111 1111 1111'));
      const { body: refunded } = await staff(bed, `admin/cards/orders/${order.id}/refund`, {});
      expect(refunded).toMatchObject({ status: 'refunded', refundable: false, user: { id: userId(name) } });
      expect(refunded.reversed).toMatchObject({ taken: '96.8', open: '0' });
      expect((await toldTo(bed, name))[0]).toMatchObject({
        template: 'card_refunded',
        params: { taken: '96.8' },
      });
      expect([await bed.balance(name, 'USD'), (await bed.owed()) - before]).toEqual(['0', 0n]);
      expect((await staff(bed, `admin/cards/orders/${order.id}/refund`, {})).body.code).toBe(
        'card_payment_not_refundable',
      );
    });

    it('of what was spent, or without a fresh code, is refused and moves nothing', async () => {
      const bed = bedOf();
      const name = fresh();
      const order = await bought(bed, name);
      const path = `admin/cards/orders/${order.id}/refund`;
      const { body: seen } = await bed.app.call({ path: `admin/cards/orders/${order.id}`, as: 'operator' });
      expect(seen.refund).toEqual({
        ...{ left: '100', needed: '96.8', free: '0', most: '0', covered: false, account: 'active' },
        alone_up_to: '100',
      });
      expect((await staff(bed, path, {})).body.code).toBe('card_refund_not_covered');
      await bed.app.fund(name, 'USD', '100');
      const words = { reason: 'Asked for', client_id: randomUUID() };
      expect((await bed.post(path, 'operator', words)).body.code).toBe('two_factor_required');
      expect((await bed.post(path, name, words)).status).toBe(404);
      expect(await bed.balance(name, 'USD')).toBe('100');
    });

    it('of much takes two people', async () => {
      const bed = bedOf();
      const name = fresh();
      const order = await bought(bed, name);
      await bed.app.fund(name, 'USD', '100');
      await bed.app.change('update treasury_policy set credit_two_people_above = 50');
      const path = `admin/cards/orders/${order.id}/refund`;
      expect((await staff(bed, path, {})).body.code).toBe('second_person_required');
      const { body: proposal } = await staff(bed, 'admin/approvals/card-refund', { order: order.id });
      const { body: voted } = await staff(bed, `admin/approvals/${proposal.id}/approve`, {}, 'operator-two');
      expect(voted).toMatchObject({ state: 'executed' });
      expect(await bed.read(order, name)).toMatchObject({ status: 'refunded' });
      await bed.app.change('update treasury_policy set credit_two_people_above = 10000');
    });
  });

  it('history names purchases, refunds, chargebacks, sales and swaps, each by its filter', async () => {
    const bed = bedOf();
    const name = fresh();
    const [first, second] = [await bought(bed, name), await bought(bed, name)];
    await bed.app.fund(name, 'USD', '500');
    await staff(bed, `admin/cards/orders/${first.id}/refund`, {});
    await bed.control('charge_back', second);
    await bed.until(second, name, 'charged_back');
    await bed.post('exchange', name, { from: 'USD', to: 'BTC', amount: '50', min_receive: '0' });
    const list = async (type?: string) => {
      const path = `wallet/movements?limit=100${type === undefined ? '' : `&type=${type}`}`;
      return (await bed.app.call({ path, as: name })).body.results as Movement[];
    };
    const all = await list();
    const counts = new Map<string, number>();
    for (const { type } of all) counts.set(type, (counts.get(type) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      ...{ card_purchase: 2, refund: 1, chargeback: 1, swap: 1, deposit: 1 },
    });
    for (const type of ['card_purchase', 'refund', 'chargeback', 'swap', 'trade', 'deposit', 'other'])
      expect(await list(type)).toEqual(all.filter((each) => each.type === type));
    expect(all.find(({ type }) => type === 'refund')?.card_order).toBe(first.id);
    expect(all.find(({ type }) => type === 'chargeback')?.card_order).toBe(second.id);
    const swaps = all.filter(({ type }) => type === 'swap');
    expect(swaps.map(({ swap }) => swap)).toMatchObject([{ from: 'USD', to: 'BTC' }]);
    // The legs of all rows add up to the balance.
    const cents = all
      .flatMap(({ legs }) => legs)
      .filter(({ currency }) => currency === 'USD')
      .reduce((total, { change }) => total + Math.round(Number(change) * 100), 0);
    expect(cents).toBe(Math.round(Number(await bed.balance(name, 'USD')) * 100));
  });

  it('a card that paid in two accounts is seen on the order, and speaks against a payout', async () => {
    const bed = bedOf();
    const [first, second] = [fresh(), fresh()];
    await bought(bed, first);
    const order = await bought(bed, second);
    const { body } = await bed.app.call({ path: `admin/cards/orders/${order.id}`, as: 'operator' });
    expect(body.same_card.map(({ id }: { id: string }) => id)).toContain(userId(first));
    await bed.app.fund(second, 'BTC', '1');
    const { body: asked } = await bed.post('wallet/withdrawals', second, {
      ...{ currency: 'BTC', network: 'bitcoin', amount: '0.5', memo: '', client_id: 'shared' },
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    });
    const { body: review } = await bed.app.call({ path: `admin/withdrawals/${asked.id}`, as: 'operator' });
    expect(review.risks.map(({ kind }: { kind: string }) => kind)).toContain('shared_card');
  });

  it('what a card paid stays for the hours of the rule, whatever it was turned into, and the rest may leave', async () => {
    const bed = bedOf();
    const name = fresh();
    await bought(bed, name);
    await bed.app.change('update withdrawal_policy set card_hold_hours = 72');
    const withdraw = (amount: string) =>
      bed.post('wallet/withdrawals', name, {
        ...{ currency: 'BTC', network: 'bitcoin', amount, memo: '', client_id: randomUUID() },
        address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      });
    try {
      const { body: refused } = await withdraw('0.0015');
      expect(refused).toMatchObject({ code: 'card_hold', detail: expect.stringContaining('72 hours') });
      // Whatever else is worth as much may stay instead.
      await bed.app.fund(name, 'USD', '1000');
      // A transfer that is written down and not yet booked has left.
      const other = fresh();
      await bed.app.person(other);
      await bed.app.change(
        `insert into transfers (from_user, to_user, client_id, coin, amount, value, created_at)
         values ('${userId(name)}', '${userId(other)}', 'on-its-way', 'USD', 999, 999, now())`,
      );
      expect((await withdraw('0.0015')).body.code).toBe('card_hold');
      await bed.app.change(`delete from transfers where from_user = '${userId(name)}'`);
      expect((await withdraw('0.0015')).status).toBeLessThan(300);
    } finally {
      await bed.app.change('update withdrawal_policy set card_hold_hours = 0');
    }
  });

  it('what a card paid does not leave by withdrawals to a friend that are not booked yet, nor by one of before it was paid', async () => {
    const bed = bedOf();
    const { app } = bed;
    const [name, friend] = [fresh(), fresh()];
    for (const each of [name, friend]) await app.person(each);
    await giveSecondFactor(app, name);
    await app.fund(name, 'USDT', '1000');
    const { address } = await app.addressOf(friend, 'ethereum');
    const withdraw = (amount: string) =>
      bed.post('wallet/withdrawals', name, {
        ...{ currency: 'USDT', network: 'ethereum', amount, client_id: randomUUID(), address },
      });
    const code = async (id: string) => {
      await bed.post(`wallet/withdrawals/${id}/send-code`, name, { method: 'email' });
      return /(?<!\d)\d{6}(?!\d)/.exec(await lastMail(bed, name))?.[0] ?? '';
    };
    const confirm = async (id: string) => {
      const confirmation = { method: 'email', code: await code(id) };
      await bed.post(`wallet/withdrawals/${id}/confirm`, name, { confirmation });
      return /confirm-withdrawal-request\/(\S+)/.exec(await lastMail(bed, name))?.[1] ?? '';
    };
    const press = (token: string) => bed.post('withdrawal/confirm-withdrawal-request', name, { token });
    const tokens: string[] = [];
    for (const amount of ['850', '100']) tokens.push(await confirm((await withdraw(amount)).body.id));
    await bought(bed, name);
    await app.change('update withdrawal_policy set card_hold_hours = 72');
    try {
      expect((await press(tokens[1] ?? '')).body.code).toBe('card_hold');
      expect((await withdraw('60')).body.code).toBe('card_hold');
      await app.fund(name, 'USDT', '100');
      expect((await press(tokens[0] ?? '')).body).toMatchObject({ stage: 'completed', internal: true });
      expect((await press(tokens[1] ?? '')).body).toMatchObject({ stage: 'completed', internal: true });
      expect((await withdraw('60')).body.code).toBe('card_hold');
    } finally {
      await app.change('update withdrawal_policy set card_hold_hours = 0');
    }
  });

  describe('a chargeback', () => {
    it('takes what the account has; the rest is a named loss, and the account is suspended', async () => {
      const bed = bedOf();
      const name = fresh();
      const before = await bed.owed();
      const lost = await bed.house('chargeback-loss', 'cauri');
      const order = await bought(bed, name);
      await bed.app.fund(name, 'USD', '20');
      // An order holds half of what is left; the stop sets it free.
      await bed.post('orders', name, {
        type: 0,
        pair: 'BTC-USD',
        operation: 'buy',
        quantity: '0.0002',
        price: '49000',
      });
      await bed.control('charge_back', order);
      expect(await bed.until(order, name, 'charged_back')).toMatchObject({ status: 'charged_back' });
      expect((await rowOf(bed, order))?.lost).toBe('76.8');
      // The coin stays: what was taken, and what is open, is said as it is.
      expect(await bed.read(order, name)).toMatchObject({
        received: order.received,
        reversed: { currency: 'USD', taken: '20', open: '76.8', suspended: true },
      });
      expect(await toldTo(bed, name)).toMatchObject([
        { template: 'card_charged_back_open', params: { taken: '20', open: '76.8' } },
        { template: 'card_account_suspended', params: { amount: '100', coin: 'USD' } },
        { template: 'card_bought' },
      ]);
      const events = await sql<{ details: object }>`
        select details from security_events where user_id = ${userId(name)} and event = 'account_suspended'
      `.execute(bed.app.test.database.kysely);
      expect(events.rows).toMatchObject([
        {
          details: {
            reason: expect.stringContaining('does not cover'),
            card_order: order.id,
            cause: 'chargeback',
          },
        },
      ]);
      expect([await bed.balance(name, 'USD'), (await bed.owed()) - before]).toEqual(['0', 0n]);
      expect((await bed.house('chargeback-loss', 'cauri')) - lost).toBe(-7_680n);
      const { rows } = await sql<{
        status: string;
      }>`select status from users where id = ${userId(name)}`.execute(bed.app.test.database.kysely);
      expect(rows[0]?.status).toBe('suspended');
      await bed.control('repeat', order);
      expect((await bed.owed()) - before).toBe(0n);
      // A payment of a suspended account would cost its fee and bring no coin.
      const next = { pay_system: 'cauri', method: 'credit_card', currency: 'USD', coin: 'BTC', give: '50' };
      const again = await bed.post('card/purchases', name, {
        ...next,
        least: '0.00000001',
        client_id: 'next',
      });
      expect([again.status, again.body.code]).toEqual([403, 'trading_disabled']);
    });

    it('that the account covers suspends nobody', async () => {
      const bed = bedOf();
      const name = fresh();
      const order = await bought(bed, name);
      await bed.app.fund(name, 'USD', '100');
      await bed.control('charge_back', order);
      await bed.until(order, name, 'charged_back');
      expect(await bed.balance(name, 'USD')).toBe('3.2');
      expect((await bed.read(order, name)).reversed).toMatchObject({
        taken: '96.8',
        open: '0',
        suspended: false,
      });
      const { rows } = await sql<{
        status: string;
      }>`select status from users where id = ${userId(name)}`.execute(bed.app.test.database.kysely);
      expect(rows[0]?.status).toBe('active');
    });
  });

  describe('a sale', () => {
    async function sellTo(
      bed: CardsBed,
      name: string,
      more: { pay_system: string; to: string; holder?: string; currency?: string },
    ) {
      const asked = { currency: 'USD', coin: 'BTC', give: '0.01', ...more };
      const { pay_system, currency, coin, give, to } = asked;
      const { body: preview } = await bed.post('card/sale-preview', name, {
        pay_system,
        currency,
        coin,
        give,
      });
      const { confirmation } = await boundCode(bed.app, name, { action: 'card_sale' });
      const words = { ...asked, to, least: preview.least ?? '1', client_id: randomUUID() };
      return { preview, words, answer: await bed.post('card/sales', name, { ...words, confirmation }) };
    }

    it('to a saved card brings what was promised, once', async () => {
      const bed = bedOf();
      const name = fresh();
      // Typed twice, it is saved once.
      for (let times = 0; times < 2; times += 1) await bought(bed, name, { save_card: true });
      const { body: saved } = await bed.app.call({ path: 'card/saved', as: name });
      expect(saved.results).toMatchObject([
        { brand: 'visa', last_four: '1111', expires_year: 2040, expired: false },
      ]);
      const [{ id: to }] = saved.results;
      await bed.app.fund(name, 'BTC', '1');
      const before = await bed.owed();
      const { preview, words, answer } = await sellTo(bed, name, { pay_system: 'cauri', to });
      expect(answer).toMatchObject({ status: 200 });
      const order = await bed.until(answer.body, name, 'completed');
      expect(order).toMatchObject({
        side: 'sell',
        received: preview.receive,
        card: { last_four: '1111' },
        to: null,
      });
      expect(before - (await bed.owed())).toBe(BigInt(Math.round(Number(order.received) * 100)));
      expect([await bed.balance(name, 'USD'), await bed.house('in-flight', 'cauri')]).toEqual(['0', 0n]);
      expect((await bed.post('card/sales', name, words)).body.id).toBe(order.id);
      await bed.app.change(`update saved_cards set expires_year = 2020 where id = '${to}'`);
      const late = await sellTo(bed, name, { pay_system: 'cauri', to });
      expect(late.answer.body.code).toBe('card_expired');
      expect((await bed.app.call({ method: 'DELETE', path: `card/saved/${to}`, as: 'ben' })).status).toBe(
        404,
      );
      expect((await bed.app.call({ method: 'DELETE', path: `card/saved/${to}`, as: name })).status).toBe(200);
      expect((await bed.app.call({ path: 'card/saved', as: name })).body.results).toEqual([]);
    });

    it('to an account speaks for a later withdrawal to it', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      await bed.app.fund(name, 'BTC', '1');
      const { answer } = await sellTo(bed, name, { pay_system: 'payeer', to: 'P7000001' });
      await bed.until(answer.body, name, 'completed');
      const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
      // As if the account were one that withdrawals go to, too.
      await bed.app.change(
        `update card_orders set destination = '${address}' where id = '${answer.body.id}'`,
      );
      const { body: asked } = await bed.post('wallet/withdrawals', name, {
        ...{ currency: 'BTC', network: 'bitcoin', amount: '0.1', memo: '', client_id: 'again', address },
      });
      const { body: review } = await bed.app.call({ path: `admin/withdrawals/${asked.id}`, as: 'operator' });
      expect(review.address_history).toMatchObject({ own_uses: 1 });
      expect(review.risks.map(({ kind }: { kind: string }) => kind)).not.toContain('new_address');
    });

    it('whose payout is refused leaves the currency on the balance, with its fee', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      await bed.app.fund(name, 'BTC', '1');
      const { answer } = await sellTo(bed, name, { pay_system: 'payeer', to: 'P9999999' });
      expect(answer).toMatchObject({ status: 200 });
      const order = await bed.until(answer.body, name, 'failed');
      expect(order).toMatchObject({ reason: 'payout_refused', to: '•••• 9999', received: null });
      expect(await bed.balance(name, 'USD')).toBe(order.kept?.amount);
    });

    it.each([
      [{ pay_system: 'payeer', to: '1000000' }, 'payeer_account_invalid'],
      [{ pay_system: 'sepa', to: 'DE88370400440532013000', holder: 'T', currency: 'EUR' }, 'iban_invalid'],
      [{ pay_system: 'cauri', to: randomUUID() }, 'card_not_found'],
    ])('to %j is refused as %s', async (more, code) => {
      const bed = bedOf();
      expect((await sellTo(bed, 'ann', more)).answer.body.code).toBe(code);
    });

    it('asks for a fresh code, and leaves without one nothing', async () => {
      const bed = bedOf();
      const name = fresh();
      await bed.app.person(name);
      await bed.app.fund(name, 'BTC', '1');
      const words = {
        pay_system: 'payeer',
        currency: 'USD',
        coin: 'BTC',
        give: '0.01',
        least: '1',
        to: 'P1000000',
        client_id: 'x',
      };
      expect((await bed.post('card/sales', name, words)).body.code).toBe('two_factor_required');
      expect(await bed.balance(name, 'BTC')).toBe('1');
    });
  });

  it('a pay system that is switched off takes and pays nothing, and says so', async () => {
    const bed = bedOf();
    const off = await staff(bed, 'admin/cards/systems/payeer/switch', {
      purchases_disabled: true,
      sales_disabled: true,
    });
    expect(off.body.systems[1]).toMatchObject({ name: 'payeer', purchases_disabled: true });
    const asked = { pay_system: 'payeer', currency: 'USD', coin: 'BTC' };
    expect((await bed.post('card/purchase-preview', 'ann', { ...asked, give: '100' })).body.code).toBe(
      'deposits_disabled',
    );
    expect((await bed.post('card/sale-preview', 'ann', { ...asked, give: '0.01' })).body.code).toBe(
      'withdrawals_disabled',
    );
  });

  it('what an acquirer owed and paid is recorded once, and the journal agrees with every payment', async () => {
    const bed = bedOf();
    const owed = await bed.owed();
    const body = { pay_system: 'cauri', currency: 'USD', amount: '50', bank_transaction: 'S-1' };
    expect((await staff(bed, 'admin/cards/settlements', { ...body, amount: '1000000' })).body.code).toBe(
      'amount_too_large',
    );
    expect((await staff(bed, 'admin/cards/settlements', body)).status).toBe(200);
    for (const bank_transaction of ['S-1', 's-1']) {
      const again = await staff(bed, 'admin/cards/settlements', { ...body, bank_transaction });
      expect(again.body.code).toBe('duplicate_transaction');
    }
    expect([owed - (await bed.owed()), await bed.house('bank', 'demo')]).toEqual([5_000n, -5_000n]);
    const { body: listed } = await bed.app.call({ path: 'admin/cards/settlements', as: 'operator' });
    expect(listed.results).toMatchObject([
      { pay_system: 'cauri', amount: '50', direction: 'received', bank_transaction: 'S-1', booked: true },
    ]);
    // The other way only what we owe: nothing of cauri, and of payeer what a sale paid out.
    const sent = { ...body, direction: 'sent', bank_transaction: 'S-2', amount: '1' };
    expect((await staff(bed, 'admin/cards/settlements', sent)).body.code).toBe('amount_too_large');
    await bed.app.change("update card_systems set sales_disabled = false where name = 'payeer'");
    await bed.app.fund('ann', 'BTC', '1');
    const { confirmation } = await boundCode(bed.app, 'ann', { action: 'card_sale' });
    const sale = { currency: 'USD', coin: 'BTC', give: '0.01', least: '1', client_id: randomUUID() };
    const { body: sold } = await bed.post('card/sales', 'ann', {
      ...{ ...sale, pay_system: 'payeer', to: 'P1000000', confirmation },
    });
    await bed.until(sold, 'ann', 'completed');
    const debt = -(await bed.owed('payeer'));
    expect(debt).toBeGreaterThan(100n);
    const paid = await staff(bed, 'admin/cards/settlements', { ...sent, pay_system: 'payeer' });
    expect([paid.status, -(await bed.owed('payeer'))]).toEqual([200, debt - 100n]);
    const verify = async () => {
      const { findings } = await verifyJournal(bed.app.test.database.pool, [cardsPart()]);
      return findings.find(({ name }) => name === 'Card payments')?.problems ?? ['it did not run'];
    };
    expect(await verify()).toEqual([]);
    await bed.app.change('update card_settlements set amount = amount + 1');
    expect(await verify()).toHaveLength(2);
    await bed.app.change('update card_settlements set amount = amount - 1');
  });

  it('staff find payments by what is known of them', async () => {
    const bed = bedOf();
    const find = async (query: string) =>
      (await bed.app.call({ path: `admin/cards/orders?${query}`, as: 'operator' })).body.results;
    const charged = await find('status=charged_back');
    expect(charged).toHaveLength(5);
    // All of them are of today, so that staff still have to do with them.
    expect(await find('chargeback=watched')).toEqual(charged);
    expect(await find(`text=${charged[0].id}`)).toMatchObject([{ id: charged[0].id, lost: charged[0].lost }]);
    expect((await find('side=sell')).every(({ side }: { side: string }) => side === 'sell')).toBe(true);
    expect(await find('text=2008')).toHaveLength(1);
  });
}
