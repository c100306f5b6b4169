import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { sendTransfer } from './send-transfer.ts';
import { actual, app, clientId, confirmation, post, rich } from './transfers-bed.ts';

export function boundsOfTransfersAndCodes(): void {
  describe.each([
    ['transfer', 'wallet/transfers'],
    ['p2p_code', 'wallet/codes'],
  ] as const)('money that leaves by a %s', (action, path) => {
    let refusal = '';
    async function send(name: string, amount: string, currency = 'USDT'): Promise<string | undefined> {
      await app.person('receiver');
      const to = action === 'transfer' ? { to: 'person-receiver' } : {};
      const asked = { ...to, currency, amount, client_id: clientId() };
      const answer = await post(path, name, { ...asked, confirmation: await confirmation(name, action) });
      refusal = answer.body.detail;
      return answer.status === 200 ? undefined : answer.body.code;
    }

    it('counts in the day as a withdrawal does, and is refused above what a person would look at', async () => {
      const name = `day-${action}`;
      await rich(name, '20000');
      expect(await send(name, '600')).toBeUndefined();
      expect(await send(name, '500')).toBe('out_of_limit');
      expect(refusal).toContain('in 24 hours');
      const quote = await app.call({ path: 'wallet/withdrawal-quote?currency=USDT&network=tron', as: name });
      expect(quote.body.level).toMatchObject({ used: '600', left: '400' });
      await app.change('update withdrawal_policy set level = 2');
      expect(await send(name, '10000.01')).toBe('out_of_limit');
      expect(refusal).toBe(
        'Transfers and codes can be worth up to 10,000 USDT each. Send less at a time, or make a withdrawal to the recipient’s address: we review larger ones.',
      );
      await app.fund(name, 'ETH', '1');
      expect(await send(name, '1', 'ETH')).toBe('out_of_limit');
      expect(refusal).toBe(
        'There’s no market price for ETH yet, so transfers and codes in it aren’t available. Make a withdrawal to the recipient’s address instead: we review it first.',
      );
      expect(await send(name, '10000')).toBeUndefined();
      await app.change('update withdrawal_policy set level = 0');
      expect(await actual(name)).toBe('9400');
    });

    it('counts among the many at once that a person looks at, with withdrawals, and is refused then', async () => {
      const name = `quick-${action}`;
      await rich(name);
      await app.person('receiver');
      const { address } = await app.addressOf('receiver', 'tron');
      const request = { currency: 'USDT', network: 'tron', address };
      const asked = await post('wallet/withdrawals', name, {
        ...request,
        amount: '10',
        client_id: clientId(),
      });
      expect(asked.status).toBe(200);
      for (let times = 0; times < 4; times += 1) expect(await send(name, '1')).toBeUndefined();
      expect(await send(name, '1')).toBe('out_of_limit');
      expect(refusal).toBe(
        'You can make up to 5 withdrawals, transfers and codes in 60 minutes. Try again later, or make a withdrawal: we review it first.',
      );
      const { kysely } = app.test.database;
      const { reasonToHold } = await import('../withdrawals/policy.ts');
      const now = app.platform.clock.now();
      expect(await reasonToHold(kysely, { id: asked.body.id, now })).toBeUndefined();
      await app.change('update withdrawal_policy set velocity_requests = 4');
      expect(await reasonToHold(kysely, { id: asked.body.id, now })).toBe('velocity');
      await app.change('update withdrawal_policy set velocity_requests = 5');
    });

    it('is confirmed by a code whose mail says what it moves, and by that code nothing else', async () => {
      const name = `about-${action}`;
      await rich(name);
      await app.person('receiver');
      const to = action === 'transfer' ? { to: 'person-receiver' } : {};
      const money = { ...to, currency: 'USDT', amount: '3.5' };
      const { kysely } = app.test.database;
      const { boundCode } = await import('../testing/mailed-code.ts');
      const { confirmation: given, text } = await boundCode(app, name, { action, about: money });
      for (const fact of ['3.5 USDT', ...Object.values(to)]) expect(text).toContain(fact);
      const other = { ...money, amount: '4', client_id: clientId(), confirmation: given };
      expect((await post(path, name, other)).body.code).toBe('two_factor_invalid');
      const meant = { ...money, client_id: clientId(), confirmation: given };
      expect((await post(path, name, meant)).status).toBe(200);
      expect(await actual(name)).toBe('96.5');
      await sql`delete from sent_codes`.execute(kysely);
    });

    it('is refused on a device that the account has not known for a day', async () => {
      const name = `device-${action}`;
      await rich(name);
      const { kysely } = app.test.database;
      await sql`update users set created_at = now() - interval '1 year' where id = ${userId(name)}`.execute(
        kysely,
      );
      const { rows } = await sql<{ id: string }>`
      insert into user_sessions (user_id, refresh_hash, address, device, expires_at)
      values (${userId(name)}, 'x', '203.0.113.7', 'Firefox on Linux', now() + interval '1 day') returning id
    `.execute(kysely);
      const asked = { userId: userId(name), sessionId: rows[0]?.id ?? '', coin: 'USDT', amount: '1' };
      const given = { clientId: clientId(), origin: { address: '203.0.113.7', place: null, device: 'x' } };
      const proof = { confirmation: await confirmation(name, action) };
      const { createCode } = await import('../codes/money-codes.ts');
      await app.person('receiver');
      const sending =
        action === 'transfer'
          ? sendTransfer(app.platform, { ...asked, ...given, ...proof, recipient: 'person-receiver' })
          : createCode(app.platform, { ...asked, ...given, ...proof });
      await expect(sending).rejects.toMatchObject({
        ...{ code: 'out_of_limit', sentence: { code: 'transfer_from_new_device', params: { hours: 24 } } },
      });
    });

    it('that is refused for want of funds leaves its code and its client id to be used again', async () => {
      const name = `again-${action}`;
      await rich(name, '5');
      await app.person('receiver');
      const to = action === 'transfer' ? { to: 'person-receiver' } : {};
      const body = { ...to, currency: 'USDT', amount: '6', client_id: clientId() };
      const given = { ...body, confirmation: await confirmation(name, action) };
      const short = action === 'transfer' ? 'insufficient_funds' : 'not_enough_funds';
      for (const _ of [1, 2]) expect((await post(path, name, given)).body.code).toBe(short);
      await app.fund(name, 'USDT', '1');
      expect((await post(path, name, given)).status).toBe(200);
      expect((await post(path, name, given)).status).toBe(200);
      expect(await actual(name)).toBe('0');
    });

    it('does not for whoever pays out to saved addresses only', async () => {
      const name = `saved-${action}`;
      await rich(name);
      await post('wallet/saved-addresses-only/turn-on', name);
      expect(await send(name, '1')).toBe('address_not_saved');
      expect(await actual(name)).toBe('100');
    });

    it('is told to its sender by mail once it is done, and written into the log', async () => {
      const name = `told-${action}`;
      await rich(name);
      expect(await send(name, '1000')).toBeDefined();
      expect(await send(name, '7')).toBeUndefined();
      const { kysely } = app.test.database;
      const { rows: mails } = await sql<{ text: string }>`
      select text from messages where recipient = ${`${name}@example.test`} and template = 'wallet.sent'
    `.execute(kysely);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('7 USDT');
      expect(mails[0]?.text).toContain('/account/not-me/');
      const { rows: events } = await sql<{ event: string }>`
      select event from security_events where user_id = ${userId(name)} order by id desc limit 1
    `.execute(kysely);
      expect(events[0]?.event).toBe(action === 'transfer' ? 'transfer_confirmed' : 'code_confirmed');
    });
  });

  it.each([
    ['transactions?currency=NOPE', 'coin_invalid', 'currency'],
    ['transactions?network=nowhere', 'network_invalid', 'network'],
    ['transactions?type=trade', 'unprocessable_entity', 'type'],
    ['wallet-history?currency=NOPE', 'coin_invalid', 'currency'],
    ['wallet-history?type=nonsense', 'unprocessable_entity', 'type'],
    ['wallet/transfers?currency=NOPE', 'coin_invalid', 'currency'],
    ['wallet/codes?status=gone', 'unprocessable_entity', 'status'],
    ['wallet/deposit-addresses?network=nowhere', 'network_invalid', 'network'],
  ])('the list %s is refused, not empty', async (path, code, field) => {
    await app.person('lister');
    const { status, body } = await app.call({ path, as: 'lister' });
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, code, [field]]);
  });
}
