import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { callOffPayout } from '../payouts/stuck-payouts.ts';
import {
  actual,
  app,
  bed,
  confirmations,
  expectBooksEqual,
  house,
  mine,
  network,
  payoutsOf,
  queued,
  received,
  stands,
  turn,
  waitLonger,
} from './bitcoin-bed.ts';

export function bitcoinReplacedPayouts(): void {
  it('replaces a stuck payout by one that pays more, and books the one that was mined', async () => {
    await waitLonger(0);
    const stuck = await queued('ann', 11_000_000n);
    await turn();
    await turn();
    await waitLonger(60);
    const [first, second, ...others] = await payoutsOf(stuck);
    expect(others).toEqual([]);
    expect((await bed.chain.stateOf(first?.transactionId ?? '')).state).toBe('unknown');
    expect((await bed.chain.stateOf(second?.transactionId ?? '')).state).toBe('waiting');
    await mine();
    await turn();
    expect(await stands(stuck)).toBe('completed settled');
    expect((await payoutsOf(stuck)).map(({ status }) => status)).toEqual(['replaced', 'completed']);
    expect(await received(stuck)).toBe(11_000_000n);
    await expectBooksEqual();
  });

  it('books the first one when a miner took that instead', async () => {
    await waitLonger(0);
    const stuck = await queued('ann', 12_000_000n);
    await turn();
    const [first] = await payoutsOf(stuck);
    const { rows } = await sql<{ raw: string }>`select raw from payouts where id = ${first?.id}`.execute(
      app.test.database.kysely,
    );
    await turn();
    await waitLonger(60);
    expect(await payoutsOf(stuck)).toHaveLength(2);
    await bed.node.rpc.call('generateblock', bed.fresh().address, [rows[0]?.raw]);
    await mine(confirmations - 1);
    await turn();
    expect((await payoutsOf(stuck)).map(({ status }) => status)).toEqual(['completed', 'replaced']);
    expect(await stands(stuck)).toBe('completed settled');
    expect(await received(stuck)).toBe(12_000_000n);
    expect(await house('in-flight')).toBe(0n);
    await expectBooksEqual();
    const free = await sql`
    select from chain_outputs where network = ${network} and reserved_by is not null and spent_height is null
  `.execute(app.test.database.kysely);
    expect(free.rows).toEqual([]);
  });

  it('gives the money back of one that an operator called off, once what took its place is final', async () => {
    const unwanted = await queued('ann', 12_500_000n);
    await turn();
    const before = await actual('ann');
    const [payout] = await payoutsOf(unwanted);
    const { kysely } = app.test.database;
    expect(await callOffPayout(kysely, { id: payout?.id ?? '', reason: 'wrong address' })).toBe(true);
    await sql`update withdrawal_policy set signer_retry_seconds = 0`.execute(app.test.database.kysely);
    await turn();
    await turn();
    expect(await stands(unwanted)).toBe('broadcast in_flight');
    await mine(1);
    await turn();
    expect(await actual('ann')).toBe(before);
    await expectBooksEqual();
    await mine();
    await turn();
    expect(await stands(unwanted)).toBe('failed returned');
    expect(await received(unwanted)).toBe(0n);
    expect(await house('in-flight')).toBe(0n);
    await expectBooksEqual();
  });
}
