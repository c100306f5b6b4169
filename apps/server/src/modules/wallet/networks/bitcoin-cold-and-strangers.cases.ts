import { selectInputs, signBitcoin } from '@emporion/chains';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { runRefills } from '../cold/run-refills.ts';
import { listSpendable } from '../outputs/store.ts';
import { openColdSide } from '../testing/cold-side.ts';
import { createOperator } from '../testing/staff.ts';
import {
  app,
  bed,
  chosen,
  coin,
  deposit,
  mine,
  network,
  payoutsOf,
  queued,
  received,
  stands,
  turn,
} from './bitcoin-bed.ts';

export function bitcoinColdAndStrangers(): void {
  it('sends what is above the ceiling to cold, and brings some back by a PSBT', async () => {
    const cold = await openColdSide(app, network);
    await deposit('gil', 3n * coin);
    await mine();
    const { operator } = cold;
    await operator.call('PUT', `admin/hot-limits/${network}/BTC`, {
      floor: '0',
      target: '1',
      ceiling: '1.5',
    });
    await turn();
    await mine();
    await turn();
    const lying = () => bed.chain.unspent([cold.address]);
    expect(await lying()).toHaveLength(1);
    await operator.call('PUT', `admin/hot-limits/${network}/BTC`, {
      floor: '0',
      target: '1',
      ceiling: null,
    });
    expect(await app.differences()).toEqual([]);
    const taken = await cold.refill('BTC', '0.75');
    expect(taken.body).toMatchObject({ status: 'signed' });
    await runRefills(app.platform);
    expect(await cold.statusOf(taken.body.id)).toBe('broadcast');
    await mine();
    await runRefills(app.platform);
    expect(await cold.statusOf(taken.body.id)).toBe('completed');
    expect(await app.differences()).toEqual([]);
    expect((await lying()).map(({ transactionId }) => transactionId)).toEqual([taken.body.hash]);
  });

  it('stops the coin when a block spends outputs of ours by what we do not know, until a person has said what it paid', async () => {
    const { kysely, pool } = app.test.database;
    await deposit('ivy', 3n * coin);
    await mine();
    const paid = await queued('ivy', coin / 2n);
    await turn();
    const [{ id, transactionId: hash } = { id: '', transactionId: '' }] = await payoutsOf(paid);
    // As a copy of the database has it that was made before.
    await pool.query('alter table withdrawals disable trigger user');
    await pool.query(`update withdrawals set status = 'queued', payout_id = null where id = $1`, [paid.id]);
    await pool.query('alter table withdrawals enable trigger user');
    await pool.query('update chain_outputs set reserved_by = null where reserved_by = $1', [id]);
    await pool.query('delete from payouts where id = $1', [id]);
    await pool.query('delete from chain_sends where transaction_id = $1', [hash]);
    await bed.mine(1);
    // The block is not written down yet: nobody knows what it spends, and nothing is signed.
    await turn();
    expect(await stands(paid)).toBe('queued in_flight');
    await mine();
    const other = await queued('ivy', coin / 4n);
    for (let turns = 0; turns < 2; turns += 1) await turn();
    expect(await stands(paid)).toMatch(/^queued in_flight/);
    expect(await stands(other)).toMatch(/^queued held/);
    const { rows: stops } = await sql<{ coin: string; unknownSend: string }>`
    select coin, unknown_send as "unknownSend" from coin_stops where lifted_at is null
  `.execute(kysely);
    expect(stops).toEqual([{ coin: 'BTC', unknownSend: hash }]);
    const operator = await createOperator(app);
    const said = await operator.call('POST', `admin/withdrawals/${paid.id}/paid`, { hash });
    expect(said.body).toMatchObject({ stage: 'built' });
    await turn();
    expect(await stands(paid)).toBe('completed settled');
    expect(await app.differences()).toEqual([]);
    expect((await operator.call('POST', 'admin/books/stops/BTC/lift')).status).toBe(200);
    await turn();
    await mine();
    await turn();
    expect(await stands(other)).toBe('completed settled');
    expect([await received(paid), await received(other)]).toEqual([coin / 2n, coin / 4n]);
    expect(await app.differences()).toEqual([]);
  });

  it('shows as a difference what was spent behind our back', async () => {
    const available = await listSpendable(app.test.database.kysely, { network });
    const payments = [{ to: bed.fresh().address, coin: 'BTC', amount: 1_000_000n }];
    const terms = selectInputs(
      { payments, available, changePath: { branch: 1, index: 7 } },
      { network: bed.network, feeRate: 10_000n },
    );
    if (!terms.ok) throw new Error('We have nothing.');
    const stolen = signBitcoin(
      { payments, terms: terms.value },
      { keys: testKeys(chosen.format), network: bed.network },
    );
    expect(await bed.chain.send(stolen.raw)).toEqual({ outcome: 'accepted' });
    await mine();
    const [line] = await app.differences();
    expect(line?.difference).toBe(-terms.value.inputs.reduce((sum, { amount }) => sum + amount, 0n));
  });
}
