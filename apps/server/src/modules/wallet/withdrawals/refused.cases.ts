import { addressFormats } from '@emporion/chains';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { book } from './book.ts';
import { insertWithdrawal } from './store.ts';
import {
  actual,
  app,
  asked,
  confirm,
  linkOf,
  outside,
  post,
  request,
  rich,
  throughLink,
} from './withdrawals-bed.ts';

export function refusedWithdrawals(): void {
  describe('what cannot be', () => {
    it('what is confirmed, on its way or refused takes no other code, and is not called off', async () => {
      await rich('twice');
      const { body } = await request('twice');
      await confirm('twice', body.id);
      const again = (id: string) => post(`wallet/withdrawals/${id}/send-code`, 'twice', { method: 'email' });
      expect((await again(body.id)).body.code).toBe('withdrawal_already_confirmed');
      await post('withdrawal/confirm-withdrawal-request', undefined, { token: await linkOf('twice') });
      await app.change(`update withdrawals set books = 'leaving' where id = '${body.id}'`);
      const late = await post(`wallet/withdrawals/${body.id}/cancel`, 'twice');
      expect([late.status, late.body.code]).toEqual([409, 'withdrawal_already_sent']);
      await app.change(`update withdrawals set books = 'held' where id = '${body.id}'`);
      await post(`wallet/withdrawals/${body.id}/cancel`, 'twice');
      const wanted = asked({ amount: '6' });
      for (const _ of [1, 2])
        expect((await post('wallet/withdrawals', 'twice', wanted)).body.code).toBe('insufficient_funds');
      // Somebody else was quicker, and the exchange itself refused.
      const refused = await insertWithdrawal(app.test.database.kysely, {
        ...{ userId: userId('twice'), clientId: 'refused', coin: 'BTC', network: 'bitcoin', memo: null },
        ...{ address: outside(1), amount: '6', fee: '0', value: null, recipient: null, isNewDevice: false },
        ...{ origin: { address: '203.0.113.7', device: 'x' }, now: new Date() },
      });
      if (refused) await book(app.platform, refused);
      expect((await again(refused?.id ?? '')).body.code).toBe('transaction_failed');
      await app.fund('twice', 'BTC', '2');
      const { body: paid } = await post('wallet/withdrawals', 'twice', wanted);
      expect(paid.stage).toBe('requested');
      await post(`wallet/withdrawals/${paid.id}/cancel`, 'twice');
      const order = { type: 0, pair: 'BTC-USDT', operation: 'sell', quantity: '6.9', price: '90000' };
      expect((await post('orders', 'twice', order)).status).toBe(200);
      expect((await request('twice', { amount: '4' })).body.code).toBe('not_enough_in_holds');
    });

    it.each([
      ['-1', 422],
      ['0', 422],
      ['1e-9', 422],
      ['NaN', 422],
      ['1,5', 422],
      ['０.１', 422],
      ['0.000000001', 422],
      ['9'.repeat(500), 422],
    ])('an amount of %.20s is refused, and nothing changes', async (amount, status) => {
      await rich('bad', '1');
      const before = await actual('bad');
      expect((await request('bad', { amount })).status).toBe(status);
      expect(await actual('bad')).toBe(before);
    });

    let tried = 0;
    it.each([
      [
        { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx' },
        'invalid_withdrawal_address',
        /^There’s a typo in this address/,
      ],
      [
        { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
        'invalid_withdrawal_address',
        /^This is a test network address/,
      ],
      [
        { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
        'invalid_withdrawal_address',
        /^This is an address on another network \(.*Ethereum, .*Polygon/,
      ],
      [{ address: 'somebody' }, 'invalid_withdrawal_address', /^We can’t send to this address/],
      [{ network: 'ethereum' }, 'network_invalid', 'Choose a network that carries BTC: bitcoin.'],
      [{ currency: 'NOPE' }, 'coin_invalid'],
      [{ memo: '12' }, 'invalid_memo'],
      [{ amount: '0' }, 'amount_too_small', 'The amount is too small. The minimum is 0.0005.'],
      [{ amount: '0.0001' }, 'amount_too_small', 'The amount is too small. The minimum is 0.0005.'],
      [{ amount: '11' }, 'amount_too_large', 'The amount is too large. The maximum is 10.'],
      [{ amount: '4.99995' }, 'not_enough_for_fee'],
      [{ amount: '6' }, 'insufficient_funds'],
    ])('%j is refused as %s', async (more: object, code: string, sentence: string | RegExp = '') => {
      tried += 1;
      const name = `no${tried}`;
      await rich(name);
      const { body, status } = await request(name, more);
      expect([body.code, status >= 400 && status < 500]).toEqual([code, true]);
      expect(body.fields?.address ?? body.detail).toMatch(sentence);
      expect(await actual(name)).toBe('5');
    });

    it('an address that nobody has the key of, and the contract of a token', async () => {
      await app.person('burner');
      await app.fund('burner', 'USDT', '500');
      const { rows } = await sql<{ contract: string }>`
      select contract from coin_blockchains where blockchain = 'ethereum' and contract is not null
    `.execute(app.test.database.kysely);
      const contracts = rows.map(({ contract }) => contract.toLowerCase());
      expect(contracts).not.toEqual([]);
      for (const address of [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(36)}dead`, ...contracts]) {
        const to = { currency: 'USDT', network: 'ethereum', address, amount: '100' };
        expect((await request('burner', to)).body.code).toBe('wrong_address');
      }
    });

    it('no price that a trade with oneself made for a moment: what counts is the day’s, if that is higher', async () => {
      const valueNow = async () => {
        const path = 'wallet/withdrawal-quote?currency=BTC&network=bitcoin&amount=0.1';
        return Number((await app.call({ path, as: 'ann' })).body.value);
      };
      expect(await valueNow()).toBe(6_000);
      const hourAgo = Math.floor(Date.now() / 3_600_000) * 3_600 - 3_600;
      const closes = (close: number, from: number, count: number) =>
        sql`
        insert into candle_seeds (market, timeframe, time, open, high, low, close, volume)
        select market, '1h', ${hourAgo}::bigint - 3600 * hour, price, price, price, price, 1
        from generate_series(${from}::int, ${from + count - 1}::int) hour,
          (select market, close * ${close}::bigint / 60000 price from candles where market = 'BTC-USDT' and timeframe = '1h' limit 1) traded
      `.execute(app.test.database.kysely);
      await closes(80_000, 0, 3);
      expect(await valueNow()).toBe(8_000);
      // A dear hour among many says nothing.
      await closes(70_000, 3, 19);
      await closes(500_000, 22, 1);
      expect(await valueNow()).toBe(7_000);
      await app.change("delete from candle_seeds where market = 'BTC-USDT'");
    });

    it('a quote of an amount that is finer than the coin', async () => {
      const quote = (amount: string) =>
        app.call({
          path: `wallet/withdrawal-quote?currency=BTC&network=bitcoin&amount=${amount}`,
          as: 'ann',
        });
      expect((await quote('0.00000001')).status).toBe(200);
      const { status, body } = await quote('0.000000001');
      expect([status, body.code]).toEqual([422, 'amount_too_many_decimals']);
    });

    it('a memo is optional where its network knows memos, and a tag is not', async () => {
      await app.person('memo');
      await app.fund('memo', 'XRP', '100');
      const key = testKeys('xrp').publicKey({ branch: 1, index: 900 });
      const address = addressFormats.xrp.fromPublicKey(key);
      const body = { currency: 'XRP', network: 'xrp-ledger', address, amount: '20', client_id: 'memo' };
      expect((await post('wallet/withdrawals', 'memo', body)).body.code).toBe('destination_tag_required');
      await app.change("update blockchains set memo = 'memo' where code = 'xrp-ledger'");
      expect((await post('wallet/withdrawals', 'memo', body)).body.stage).toBe('requested');
      await app.change("update blockchains set memo = 'tag' where code = 'xrp-ledger'");
    });

    it('a tag that its network wants is asked for', async () => {
      await app.person('xrp');
      await app.fund('xrp', 'XRP', '1000');
      const address = addressFormats.xrp.fromPublicKey(testKeys('xrp').publicKey({ branch: 1, index: 9 }));
      const to = { currency: 'XRP', network: 'xrp-ledger', address, amount: '100' };
      expect((await request('xrp', to)).body.code).toBe('destination_tag_required');
      expect((await request('xrp', { ...to, memo: '4294967296' })).body.code).toBe('invalid_memo');
      expect((await request('xrp', { ...to, memo: '7' })).status).toBe(200);
    });

    it('payouts that are frozen, a coin that is switched off and a day that is spent', async () => {
      await rich('cold');
      await sql`update users set payouts_frozen_until = now() + interval '1 year' where id = ${userId('cold')}`.execute(
        app.test.database.kysely,
      );
      expect((await request('cold')).body.code).toBe('payouts_frozen');
      await rich('day', '60');
      await app.change("update coin_blockchains set withdrawals_disabled = true where coin = 'BTC'");
      expect((await request('day')).body.code).toBe('withdrawals_disabled');
      await app.change("update coin_blockchains set withdrawals_disabled = false where coin = 'BTC'");
      await app.change("update coins set withdrawal_daily_max = 0.015 where code = 'BTC'");
      expect((await throughLink('day')).status).toBe(200);
      expect((await request('day')).body).toMatchObject({
        code: 'withdrawal_limit_exceeded',
        detail: expect.stringContaining('You can still withdraw 0.005 BTC.'),
      });
      await app.change("update coins set withdrawal_daily_max = 20 where code = 'BTC'");
      await app.change('update withdrawal_levels set value_a_day = 700 where level = 2');
      expect((await request('day')).body).toMatchObject({
        code: 'out_of_limit',
        detail: expect.stringContaining('You can still withdraw coins worth 100 USDT.'),
      });
      await app.change('update withdrawal_levels set value_a_day = 500000 where level = 2');
    });
  });

  it('of a coin without a limit of the day is not limited by it', async () => {
    await rich('boundless');
    const [day] = (
      await app.test.database.pool.query("select withdrawal_daily_max as max from coins where code = 'BTC'")
    ).rows;
    await app.change("update coins set withdrawal_daily_max = null where code = 'BTC'");
    expect((await request('boundless')).status).toBe(200);
    const path = 'wallet/withdrawal-quote?currency=BTC&network=bitcoin';
    expect((await app.call({ path, as: 'boundless' })).body.day).toEqual({
      max: null,
      used: '0.01',
      left: null,
    });
    await app.change(`update coins set withdrawal_daily_max = ${day.max} where code = 'BTC'`);
  });
}
