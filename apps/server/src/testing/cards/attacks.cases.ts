import { randomUUID } from 'node:crypto';
import type { AcquirerEvent } from '@emporion/contracts/acquirer';
import type { CardOrder } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { awaitsMoney } from '#modules/approvals/awaited-money.ts';
import { pollOpen } from '#modules/cards/events/poll.ts';
import { beginRefund } from '#modules/cards/index.ts';
import { advance, advanceAll } from '#modules/cards/orders/advance.ts';
import { findOrder, type OrderRow } from '#modules/cards/orders/order.ts';
import { beginReversal } from '#modules/cards/orders/reversal-steps.ts';
import { cardSecrets, sealPlainTokens, unsealToken } from '#modules/cards/sealed-tokens.ts';
import { tradingOf } from '#modules/trading/index.ts';
import { boundCode, mailedCode } from '#modules/wallet/testing/mailed-code.ts';
import type { Platform } from '#platform/platform.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { adoptSettings, settingsOf, versionOfSettings } from '#platform/settings/exchange-settings.ts';
import { extent } from '#testing/extent.ts';
import { userId } from '#testing/trading-app.ts';
import { type CardsBed, card, rowOf } from './cards-bed.ts';
import { paidEvent } from './purchases.cases.ts';

/** More than the day allows, and than the pool has connections. */
const atOnce = extent({ usual: 24, all: 50 });

const fresh = () => `person${randomUUID().slice(0, 8)}`;

async function somebody(bed: CardsBed): Promise<string> {
  const name = fresh();
  await bed.app.person(name);
  return name;
}

/** Whoever took the event is done with the order, too. */
async function bought(bed: CardsBed, name: string): Promise<CardOrder> {
  const order = await bed.buy(name);
  await bed.payOn(order, card('4111 1111 1111 1111'));
  const done = await bed.until(order, name, 'completed');
  await advance(bed.app.platform, order.id);
  return done;
}

async function saleOf(bed: CardsBed, name: string, more: object = {}) {
  const { confirmation } = await boundCode(bed.app, name, { action: 'card_sale' });
  const asked = { pay_system: 'payeer', currency: 'USD', coin: 'BTC', give: '0.01', least: '1' };
  const words = { ...asked, to: 'P1000000', client_id: randomUUID(), ...more };
  return bed.post('card/sales', name, { ...words, confirmation });
}

async function requireRow({ app }: CardsBed, { id }: CardOrder): Promise<OrderRow> {
  const row = await findOrder(app.test.database.kysely, id);
  if (!row) throw new Error('An order is gone.');
  return row;
}

const statusOf = async ({ app }: CardsBed, name: string) =>
  (await app.test.database.pool.query('select status from users where id = $1', [userId(name)])).rows[0]
    ?.status;

export function attacks(bedOf: () => CardsBed): void {
  describe('attacks', () => {
    beforeAll(() =>
      bedOf().app.change('update card_systems set purchases_disabled = false, sales_disabled = false'),
    );

    describe('a thief', () => {
      it('does not get past the day by having pages refuse a card that they still take another for', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        await bed.app.change('update withdrawal_policy set level = 0');
        try {
          for (let times = 0; times < 2; times += 1) {
            const order = await bed.buy(name, { give: '450', least: '0.0001' });
            await bed.payOn(order, card('4000 0000 0000 1000'));
            await bed.until(order, name, 'refused');
          }
          const asked = { pay_system: 'payeer', currency: 'USD', coin: 'BTC', method: 'online_wallet' };
          const words = { ...asked, give: '450', least: '0.0001', client_id: randomUUID() };
          expect((await bed.post('card/purchases', name, words)).body.code).toBe('card_limit_exceeded');
        } finally {
          await bed.app.change('update withdrawal_policy set level = 2');
        }
      });

      it('gets one purchase and no more than the day of many requests at once', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        await bed.app.change('update withdrawal_policy set level = 0');
        try {
          const asked = { pay_system: 'cauri', currency: 'USD', coin: 'BTC', method: 'credit_card' };
          const words = (client_id: string) => ({ ...asked, give: '100', least: '0.0001', client_id });
          const same = await Promise.all(
            Array.from({ length: atOnce / 2 }, () => bed.post('card/purchases', name, words('same'))),
          );
          expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
          const others = await Promise.all(
            Array.from({ length: atOnce / 2 }, () => bed.post('card/purchases', name, words(randomUUID()))),
          );
          expect(others.filter(({ status }) => status === 200)).toHaveLength(9);
        } finally {
          await bed.app.change('update withdrawal_policy set level = 2');
        }
      });

      it('sells once of many requests with one code', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        await bed.app.fund(name, 'BTC', '1');
        const { confirmation } = await boundCode(bed.app, name, { action: 'card_sale' });
        const words = { pay_system: 'payeer', currency: 'USD', coin: 'BTC', give: '0.01', least: '1' };
        const answers = await Promise.all(
          Array.from({ length: atOnce }, (_, index) =>
            bed.post('card/sales', name, {
              ...words,
              to: 'P1000000',
              client_id: index % 2 === 0 ? 'one' : `other-${index}`,
              confirmation,
            }),
          ),
        );
        const sold = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id));
        expect(sold.size).toBe(1);
        expect(await bed.balance(name, 'BTC')).toBe('0.99');
      });

      it('sells no more than the currency lets out in a day', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        await bed.app.fund(name, 'BTC', '1');
        await bed.app.change("update coins set withdrawal_daily_max = 800 where code = 'USD'");
        try {
          expect((await saleOf(bed, name)).status).toBe(200);
          expect((await saleOf(bed, name)).body.code).toBe('withdrawal_limit_exceeded');
        } finally {
          await bed.app.change("update coins set withdrawal_daily_max = null where code = 'USD'");
        }
      });

      it('does not pay out to an account that staff denied', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        await bed.app.fund(name, 'BTC', '1');
        const deny = async (network: string, address: string) => {
          const confirmation = await mailedCode(bed.app, 'operator', 'back_office');
          const words = { network, address, verdict: 'deny', reason: 'Known thief', confirmation };
          return (await bed.post('admin/listed-addresses', 'operator', words)).body;
        };
        expect(await deny('payeer', 'P7777777')).toMatchObject({ address: 'P7777777' });
        expect((await deny('payeer', 'nobody')).code).toBe('invalid_withdrawal_address');
        const iban = 'DE89370400440532013000';
        expect(await deny('bank', 'DE89 3704 0044 0532 0130 00')).toMatchObject({ address: iban });
        expect((await saleOf(bed, name, { to: 'P7777777' })).body.code).toBe('address_denied');
        const sepa = { pay_system: 'sepa', currency: 'EUR', coin: 'USDT', give: '1', holder: 'Theo Test' };
        const toBank = await saleOf(bed, name, { ...sepa, to: 'de89 3704 0044 0532 0130 00' });
        expect(toBank.body.code).toBe('address_denied');
        expect(await bed.balance(name, 'BTC')).toBe('1');
      });
    });

    describe('an acquirer', () => {
      it('that refunds by itself while staff do takes the money once', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const before = await bed.owed();
        const order = await bought(bed, name);
        await bed.app.fund(name, 'USD', '300');
        const { platform } = bed.app;
        await mailedCode(bed.app, 'operator', 'back_office');
        await bed.app.test.database.kysely.transaction().execute((transaction) =>
          beginRefund(transaction, platform, {
            ...{ id: order.id, operatorId: userId('operator'), reason: 'Asked for', clientId: 'at-once' },
          }),
        );
        await bed.control('refund', order);
        await bed.until(order, name, 'refunded');
        await advanceAll(platform);
        expect(await bed.read(order, name)).toMatchObject({ status: 'refunded' });
        expect([await bed.balance(name, 'USD'), (await bed.owed()) - before]).toEqual(['203.2', 0n]);
      });

      it('that charges back what leaves the account in that moment has the account suspended', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const order = await bought(bed, name);
        await bed.app.fund(name, 'USD', '100');
        const { platform } = bed.app;
        await bed.app.change(`update card_orders set reversal = 'chargeback' where id = '${order.id}'`);
        let isGone = false;
        const view = {
          ...platform.view,
          read: async (look: Parameters<Platform['view']['read']>[0]) => {
            const seen = await platform.view.read(look);
            if (!isGone && typeof seen === 'bigint') {
              isGone = true;
              const words = {
                type: 0,
                pair: 'BTC-USD',
                operation: 'buy',
                quantity: '0.0019',
                price: '50000',
              };
              await bed.post('orders', name, words);
            }
            return seen;
          },
        } as Platform['view'];
        await advance({ ...platform, view }, order.id);
        expect(await bed.read(order, name)).toMatchObject({ status: 'charged_back' });
        expect(Number((await rowOf(bed, order))?.lost)).toBeGreaterThan(90);
        expect(await statusOf(bed, name)).toBe('suspended');
      });

      it('that charges back while its whole refund is taken back gets it once, and staff see the other', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const order = await bought(bed, name);
        await bed.app.fund(name, 'USD', '300');
        const { platform } = bed.app;
        const event = await paidEvent(bed, order);
        if (event.kind !== 'payment') throw new Error('It is a payment.');
        await bed.app.change(`update card_orders set refund_told = 100 where id = '${order.id}'`);
        await beginReversal(await tradingOf(platform), await requireRow(bed, order));
        const said = { ...event, payment: { ...event.payment, state: 'charged_back' } } as AcquirerEvent;
        for (let times = 0; times < 2; times += 1) {
          expect(await bed.tell(said)).toBe(200);
          await advance(platform, order.id);
        }
        expect(await bed.read(order, name)).toMatchObject({ status: 'refunded' });
        const { rows } = await sql<{ outcome: string }>`
          select outcome from card_events where order_id = ${order.id} and state = 'charged_back'
        `.execute(bed.app.test.database.kysely);
        expect(rows).toEqual([{ outcome: 'refused' }]);
        expect(await bed.balance(name, 'USD')).toBe('203.2');
      });

      it('has no card saved that its owner did not want saved', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const order = await bed.buy(name);
        const event = await paidEvent(bed, order);
        const told = {
          brand: 'visa',
          last_four: '4242',
          expires_month: 1,
          expires_year: 2040,
          token: 'tok_x',
        };
        if (event.kind === 'payment')
          await bed.tell({ ...event, payment: { ...event.payment, card: told } } as AcquirerEvent);
        expect(await bed.read(order, name)).toMatchObject({
          status: 'completed',
          card: { last_four: '4242' },
        });
        expect((await bed.app.call({ path: 'card/saved', as: name })).body.results).toEqual([]);
      });

      it('that says nonsense is answered, and nothing moves', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const [first, second] = [await bed.buy(name), await bed.buy(name)];
        const event = await paidEvent(bed, second);
        if (event.kind !== 'payment') throw new Error('It is a payment.');
        await bed.app.change(`update card_orders set payment = null where id = '${second.id}'`);
        const known = (await rowOf(bed, first))?.payment ?? '';
        for (const payment of [
          { ...event.payment, payment: known },
          { ...event.payment, payment: 'a\0b' },
          { ...event.payment, payment: 'a\ud800b' },
          { ...event.payment, order: randomUUID() },
          { ...event.payment, amount: '1e400' },
        ]) {
          const status = await bed.tell({ ...event, id: randomUUID(), payment } as AcquirerEvent);
          expect([JSON.stringify(payment), status < 500]).toEqual([JSON.stringify(payment), true]);
        }
        expect(await bed.tell({ ...event, id: 'x\0y' } as AcquirerEvent)).toBeLessThan(500);
        expect((await bed.read(second, name)).status).toBe('pending');
      });

      it('that says it paid what it refused before is heard by staff, and pays nobody twice', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        await bed.app.fund(name, 'BTC', '1');
        const { body: sale } = await saleOf(bed, name, { to: 'P9999999' });
        const failed = await bed.until(sale, name, 'failed');
        const { rows } = await sql<{ net: string }>`
        select trim_scale(amount - fee)::text as net from card_orders where id = ${sale.id}
      `.execute(bed.app.test.database.kysely);
        const payout = {
          order: sale.id,
          amount: rows[0]?.net ?? '',
          currency: 'USD',
          state: 'paid',
        } as const;
        const id = randomUUID();
        await bed.tell({ id, kind: 'payout', payout }, { system: 'payeer' });
        expect(await bed.balance(name, 'USD')).toBe(failed.kept?.amount);
        const { rows: kept } = await sql<{ outcome: string }>`
        select outcome from card_events where event = ${id}
      `.execute(bed.app.test.database.kysely);
        expect(kept).toEqual([{ outcome: 'refused' }]);
      });

      it('that was out of reach for hours leaves no purchase open for ever', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const order = await bed.buy(name);
        await bed.app.change(`
        update card_orders set expires_at = now() - interval '2 hours', updated_at = now() - interval '3 hours'
        where id = '${order.id}'
      `);
        await pollOpen(bed.app.platform);
        expect(await bed.read(order, name)).toMatchObject({ status: 'expired' });
      });
    });

    describe('money on its way', () => {
      it('keeps an account from being closed and erased', async () => {
        const bed = bedOf();
        const { kysely } = bed.app.test.database;
        const name = await somebody(bed);
        const awaits = () => awaitsMoney(kysely, userId(name), new Date());
        expect(await awaits()).toBe(false);
        const order = await bed.buy(name);
        expect(await awaits()).toBe(true);
        await bed.payOn(order, card('4111 1111 1111 1111'));
        await bed.until(order, name, 'completed');
        expect(await awaits()).toBe(false);
        await bed.app.fund(name, 'BTC', '1');
        let sale: CardOrder;
        await bed.control('silence');
        try {
          sale = (await saleOf(bed, name)).body;
          expect([sale.status, await awaits()]).toEqual(['sending', true]);
        } finally {
          await bed.control('speak');
        }
        await advanceAll(bed.app.platform);
        await bed.until(sale, name, 'completed');
        expect(await awaits()).toBe(false);
      });

      it('buys nothing during maintenance, and does when it ends', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const order = await bed.buy(name);
        const { platform } = bed.app;
        const event = await paidEvent(bed, order);
        const before = settingsOf(platform);
        const adopt = (settings: typeof before) =>
          adoptSettings(platform, { settings, version: versionOfSettings(platform) + 1 });
        adopt({ ...before, maintenance: true });
        try {
          expect(await bed.tell(event)).toBe(200);
          await advanceAll(platform);
          expect((await rowOf(bed, order))?.stage).toBe('credited');
        } finally {
          adopt(before);
        }
        await advanceAll(platform);
        expect(await bed.read(order, name)).toMatchObject({ status: 'completed', kept: null });
      });

      it('of whoever has joined the staff stays currency', async () => {
        const bed = bedOf();
        const name = await somebody(bed);
        const order = await bed.buy(name);
        await bed.app.change(`update users set roles = '{support}' where id = '${userId(name)}'`);
        await bed.tell(await paidEvent(bed, order));
        expect(await bed.read(order, name)).toMatchObject({ status: 'completed', reason: 'account' });
      });
    });

    it('two people who record one settlement twice at once record no more than is owed', async () => {
      const bed = bedOf();
      const name = await somebody(bed);
      await bought(bed, name);
      const owed = await bed.owed();
      const amount = `${owed / 100n}`;
      const answers = await Promise.all(
        ['operator', 'operator-two'].map(async (as) => {
          const confirmation = await mailedCode(bed.app, as, 'back_office');
          const words = { pay_system: 'cauri', currency: 'USD', amount, bank_transaction: `R-${as}` };
          return bed.post('admin/cards/settlements', as, {
            ...words,
            reason: 'On the statement',
            confirmation,
          });
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(await bed.owed()).toBe(owed - BigInt(amount) * 100n);
    });

    it('the token of a card is nowhere in the database as it is, and outlives the secret', async () => {
      const bed = bedOf();
      const { kysely } = bed.app.test.database;
      const name = await somebody(bed);
      const first = await bed.buy(name, { save_card: true });
      await bed.payOn(first, card('4111 1111 1111 1111'));
      await bed.until(first, name, 'completed');
      const { body: saved } = await bed.app.call({ path: 'card/saved', as: name });
      await bed.buy(name, { card: saved.results[0].id });
      await bed.app.fund(name, 'BTC', '1');
      await saleOf(bed, name, { pay_system: 'cauri', to: saved.results[0].id });
      const { rows } = await sql<{ text: string }>`
      select saved_cards::text as text from saved_cards union all select card_orders::text from card_orders
    `.execute(kysely);
      expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/tok_/);

      const tokenOf = async (secret: Secret) => {
        const { id } = saved.results[0];
        const { rows: found } = await sql<{ sealed: Buffer }>`
          select sealed_token as sealed from saved_cards where id = ${id}
        `.execute(kysely);
        return unsealToken(secret, id, found[0]?.sealed ?? Buffer.alloc(0));
      };
      const [from, to] = [bed.app.platform.config, { secret: 'another secret of thirty-two letters' }];
      const token = await tokenOf(from);
      const turn = (secrets: { from: Secret; to: Secret }) =>
        kysely.transaction().execute((transaction) => cardSecrets.rotate(transaction, secrets));
      expect(await turn({ from, to })).toEqual([expect.stringMatching(/saved cards? go on/)]);
      expect([await tokenOf(to), await cardSecrets.open(kysely, from)]).toEqual([token, false]);
      await expect(turn({ from, to })).rejects.toThrow('FORMER_SECRET');
      await turn({ from: to, to: from });
      // As a release before this one left it.
      await sql`
        update saved_cards set plain_token = ${token}, sealed_token = null, token_mark = null
        where id = ${saved.results[0].id}
      `.execute(kysely);
      await sealPlainTokens(kysely, from);
      expect(await tokenOf(from)).toBe(token);
    });
  });
}
