import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import {
  app,
  confirmations,
  expectBooksEqual,
  house,
  mine,
  net,
  network,
  payoutsOf,
  queued,
  received,
  stands,
  turn,
} from './bitcoin-bed.ts';

export function bitcoinPayouts(): void {
  it('pays three withdrawals in one transaction out of what lies on users’ addresses, to the unit', async () => {
    const some = [
      await queued('ann', 10_000_000n),
      await queued('ben', 20_000_000n),
      await queued('cid', 30_000_001n),
    ];
    await turn();
    for (const withdrawal of some) expect(await stands(withdrawal)).toBe('broadcast in_flight');
    const [payout, ...others] = await payoutsOf(some[0] as Withdrawal);
    expect(others).toEqual([]);
    expect(payout).toMatchObject({ outputs: 3, inputs: 1, status: 'broadcast' });
    await expectBooksEqual();
    await mine(1);
    await turn();
    expect(await stands(some[0] as Withdrawal)).toBe('confirming in_flight');
    await expectBooksEqual();
    await mine(confirmations - 1);
    await turn();
    for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
    const got: bigint[] = [];
    for (const withdrawal of some) got.push(await received(withdrawal));
    expect(got).toEqual([10_000_000n, 20_000_000n, 30_000_001n]);
    expect(await house('in-flight')).toBe(0n);
    // Change is no deposit of anybody.
    const { rows } = await sql`select from deposits where network = ${network} and user_id is null`.execute(
      app.test.database.kysely,
    );
    expect(rows).toEqual([]);
    await expectBooksEqual();
  });

  it('says that a withdrawal waits for funds while every output is on its way, and pays it when change is in a block', async () => {
    const some: Withdrawal[] = [];
    for (const [who, amount] of [
      ['ann', 130_000_000n],
      ['ben', 50_000_000n],
      ['cid', 50_000_000n],
    ] as const) {
      some.push(await queued(who, amount));
      await turn();
    }
    for (const withdrawal of some) expect(await stands(withdrawal)).toBe('broadcast in_flight');
    expect((await (await net()).funds(['BTC'])).get('BTC')).toBe(0n);
    const last = await queued('cid', 10_000_000n);
    await turn();
    expect(await stands(last)).toBe('queued held (funds)');
    await mine(1);
    await turn();
    expect(await stands(last)).toBe('broadcast in_flight');
    await mine();
    await turn();
    for (const withdrawal of [...some, last]) expect(await stands(withdrawal)).toBe('completed settled');
    await expectBooksEqual();
  });
}
