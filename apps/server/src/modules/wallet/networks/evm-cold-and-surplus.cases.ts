import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { userId } from '#testing/trading-app.ts';
import { runRefills } from '../cold/run-refills.ts';
import { decideDeposit } from '../deposits/decide-deposit.ts';
import { openColdSide } from '../testing/cold-side.ts';
import { actual, app, bed, ether, mine, network, pending, states, turnUntilQuiet } from './evm-bed.ts';

export function evmColdAndSurplus(): void {
  it('sends what is above the ceiling to cold, coins and tokens, and brings some back by an unsigned transaction', async () => {
    // A contract has paid an address of ours without a trace: nobody's money yet, and a difference.
    const differ = async () => (await app.differences()).map(({ coin, difference }) => [coin, difference]);
    const before = await differ();
    const cold = await openColdSide(app, network);
    const { operator, address } = cold;
    const lies = async (contract: string | undefined) =>
      bed.chain.balance([address], { contract, height: (await bed.chain.tip()).height });
    await operator.call('PUT', `admin/hot-limits/${network}/ETH`, {
      floor: '0',
      target: '0.5',
      ceiling: '0.6',
    });
    await operator.call('PUT', `admin/hot-limits/${network}/USDT`, {
      floor: '0',
      target: '0',
      ceiling: '0.000001',
    });
    await turnUntilQuiet();
    expect(await lies(undefined)).toBeGreaterThan(ether / 10n);
    expect(await lies(bed.contracts.plain)).toBeGreaterThan(1_000_000n);
    const open = { floor: '0', target: '1', ceiling: null };
    for (const coin of ['ETH', 'USDT'])
      await operator.call('PUT', `admin/hot-limits/${network}/${coin}`, open);
    for (const [coin, amount] of [
      ['USDT', '1'],
      ['ETH', '0.05'],
    ] as const) {
      const taken = await cold.refill(coin, amount);
      expect(taken.body).toMatchObject({ status: 'signed' });
      await runRefills(app.platform);
      await mine();
      await runRefills(app.platform);
      expect(await cold.statusOf(taken.body.id)).toBe('completed');
    }
    // One that no block takes is made again with its number at a higher fee, and never above the ceiling of its row.
    const { body: stuck } = await cold.refill('ETH', '0.01');
    await runRefills(app.platform);
    const ceiling = (fee: string, fallback = fee) =>
      app.change(
        `update blockchains set parameters = jsonb_set(jsonb_set(parameters, '{fees,maxFeePerGas}', '"${fee}"'),
           '{fees,fallback,maxFeePerGas}', '"${fallback}"') where code = '${network}'`,
      );
    const again = () => operator.call('POST', `admin/cold/refills/${stuck.id}/export`);
    await ceiling('1000');
    expect((await again()).body.code).toBe('fee_ceiling_reached');
    await ceiling('500000000000', '20000000000');
    const { body: dearer } = await again();
    expect(dearer).toMatchObject({ status: 'broadcast', replacing: true, hash: stuck.hash });
    const { body: second } = await cold.bring(stuck.id, dearer.unsigned);
    await runRefills(app.platform);
    expect(await pending()).toEqual([second.hash]);
    await mine();
    await runRefills(app.platform);
    expect(await cold.statusOf(stuck.id)).toBe('completed');
    const { rows } = await sql`
    select from deposits join cold_refills using (network, transaction_id)
  `.execute(app.test.database.kysely);
    expect(rows).toEqual([]);
    expect(await differ()).toEqual(before);
  });

  it('credits once what was found as a surplus, also when its transactions are looked for before and after a person decided', async () => {
    const { kysely } = app.test.database;
    const { address } = await app.addressOf('gus', network);
    await app.person('gus');
    await bed.node.ask('evm_setAutomine', true);
    const [first, second] = [await bed.node.pay(address, ether), await bed.node.pay(address, ether / 2n)];
    await app.watcher.follow(network);
    const before = await app.differences();
    // As if no block of before the network was listed had been looked at.
    await sql`delete from deposits where address = ${address}`.execute(kysely);
    await mine();
    await app.watcher.findUnrecognised(network);
    expect(await states('gus')).toEqual(['held unrecognised']);
    await app.watcher.lookFor(network, first);
    expect(await states('gus')).toEqual(['held unrecognised', 'completed']);
    expect(await actual('gus', 'ETH')).toBe('1');
    const { rows } = await sql<{ id: string }>`
    select id from deposits where reason = 'unrecognised' and user_id = ${userId('gus')}
  `.execute(kysely);
    const networks = await readNetworks(app.platform);
    await kysely.transaction().execute((transaction) =>
      decideDeposit(transaction, networks, {
        ...{ id: rows[0]?.id ?? '', operatorId: userId('operator'), reason: 'sent before we listed it' },
        ...{ to: undefined, now: new Date(), finalByChain: undefined },
      }),
    );
    await mine();
    expect(await actual('gus', 'ETH')).toBe('1.5');
    await app.watcher.lookFor(network, second);
    await mine();
    expect(await states('gus')).toEqual(['completed', 'completed']);
    expect(await actual('gus', 'ETH')).toBe('1.5');
    expect((await app.differences()).map(({ difference }) => difference)).toEqual(
      before.map(({ difference }) => difference),
    );
  });
}
