import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { testSigner } from '../testing/test-signer.ts';
import { callOff } from '../withdrawals/call-off.ts';
import type { Sign } from './payout-network.ts';
import {
  app,
  bitcoin,
  bumpAfter,
  expectBooksEqual,
  free,
  onChain,
  queued,
  settleAll,
  stands,
  turn,
} from './replacements-bed.ts';
import { insertPayout } from './store.ts';

export function atOnceAndAgain(): void {
  it('is paid once by two processes that do the same at once', async () => {
    const before = await free();
    const some = [await queued('0.1'), await queued('0.2')];
    const both = () => Promise.all([turn(), turn()]);
    await both();
    await bumpAfter(0);
    await both();
    await bumpAfter(30);
    await app.mine('bitcoin');
    await both();
    await app.mine('bitcoin', 2);
    await both();
    await settleAll();
    for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
    expect(await onChain(some[0]?.address ?? '')).toBe(10_000_000n);
    expect(await onChain(some[1]?.address ?? '')).toBe(20_000_000n);
    expect(Number(before) - Number(await free())).toBeCloseTo(0.3);
    await expectBooksEqual();
  });

  it('asks the signer for a sweep that it refused again only after a while', async () => {
    await app.change('update withdrawal_policy set signer_retry_seconds = 3600');
    await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '1' });
    await app.mine('bitcoin', 3);
    let asked = 0;
    const refusing: Sign = async () => {
      asked += 1;
      return { signed: false, refusal: 'day_spent', reason: '' };
    };
    for (let turns = 0; turns < 3; turns += 1) await turn(refusing);
    expect(asked).toBe(1);
    await app.change('update withdrawal_policy set signer_retry_seconds = 0');
    await settleAll();
    await expectBooksEqual();
  });

  it('fills a number that was given back below one that is signed', async () => {
    const net = await bitcoin();
    const nonce = await (await app.chain('bitcoin')).nonceOf(net.hot.address);
    const ids = [randomUUID(), randomUUID()];
    for (const [at, id] of ids.entries()) {
      const terms = { family: 'development', from: net.hot.path, nonce: nonce + at, fee: 1_000n } as const;
      await insertPayout(app.test.database.kysely, {
        ...{ id, network: 'bitcoin', kind: 'sweep', fromAddress: net.hot.address, nonce: nonce + at, terms },
        ...{
          payments: [{ to: net.hot.address, own: net.hot.path, coin: 'BTC', amount: 5n }],
          status: 'built',
        },
      });
    }
    const real = testSigner(app.platform);
    await turn((request) =>
      request.id === ids[0]
        ? Promise.resolve({ signed: false, refusal: 'fee_too_high', reason: '' })
        : real(request),
    );
    await settleAll();
    const { rows } = await sql<{ id: string; status: string }>`
    select id, status from payouts where network = 'bitcoin' and from_address = ${net.hot.address} and nonce >= ${nonce}
    order by nonce, created_at
  `.execute(app.test.database.kysely);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'completed', 'completed']);
    await expectBooksEqual();
  });

  it('that the signer has no room for today lets smaller ones by, and can be called off or stopped', async () => {
    const before = await free();
    const [large, small] = [await queued('5'), await queued('0.1')];
    const real = testSigner(app.platform);
    const upToOne: Sign = (request) =>
      request.payments.some(({ amount }) => amount > 100_000_000n)
        ? Promise.resolve({ signed: false, refusal: 'day_spent', reason: '' })
        : real(request);
    await turn(upToOne);
    expect(await stands(large)).toBe('queued in_flight (signer_day)');
    expect(await stands(small)).toBe('broadcast in_flight');
    await callOff(app.platform, { id: large.id, userId: userId('ann'), reason: 'changed my mind' });
    expect(await stands(large)).toBe('cancelled returned');
    await settleAll();
    expect(Number(before) - Number(await free())).toBeCloseTo(0.1);

    const stopped = await queued('5');
    await turn(upToOne);
    const switching = { kind: 'ChangeAccount', account: userId('ann') } as const;
    await app.runtime.execute({ ...switching, key: 'off', withdrawalEnabled: false });
    await turn();
    expect(await stands(stopped)).toBe('held in_flight');
    await app.runtime.execute({ ...switching, key: 'on', withdrawalEnabled: true });
    await expectBooksEqual();
  });

  it('books a cost that is finer than the ledger as a whole unit, and keeps the rest of it', async () => {
    await app.change(
      "update coin_blockchains set decimals = 22 where blockchain = 'ethereum' and coin = 'ETH'",
    );
    await app.pay('ann', { network: 'ethereum', coin: 'ETH', amount: '1' });
    await app.mine('ethereum', 12);
    await settleAll('ethereum');
    const { rows } = await sql<{ cost: number; remainder: number; books: string }>`
    select cost::int, cost_remainder::int as remainder, books from payouts
    where network = 'ethereum' and status = 'completed'
  `.execute(app.test.database.kysely);
    expect(rows).toEqual([{ cost: 1_000, remainder: 9_000, books: 'settled' }]);
    await expectBooksEqual();
  });
}
