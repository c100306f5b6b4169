import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { userId } from '#testing/trading-app.ts';
import { decideDeposit } from '../deposits/decide-deposit.ts';
import {
  actual,
  app,
  bed,
  confirmations,
  ether,
  expectBooksEqual,
  house,
  mine,
  network,
  onChain,
  states,
} from './evm-bed.ts';

export function evmDeposits(): void {
  it('credits the chain’s coin and a token once each, when they are deep enough', async () => {
    const { address } = await app.addressOf('ann', network);
    await bed.node.pay(address, 2n * ether);
    await bed.payToken(bed.contracts.plain, address, 300_000_000n);
    await app.watcher.follow(network);
    expect(await states('ann')).toEqual(['confirming', 'confirming']);
    expect(await actual('ann', 'ETH')).toBe('0');
    await mine();
    expect(await states('ann')).toEqual(['completed', 'completed']);
    await app.watcher.rescan(network, { from: 0, to: 1_000 });
    expect(await actual('ann', 'ETH')).toBe('2');
    expect(await actual('ann', 'USDT')).toBe('300');
    await expectBooksEqual();
  });

  it('watches a network that is new before it gives out an address: what is paid to it at once is seen', async () => {
    for (const table of ['chain_checkpoints', 'chain_blocks'])
      await app.change(`delete from ${table} where network = '${network}'`);
    const path = `wallet/deposit-address?currency=ETH&network=${network}`;
    const right = await app.test.database.pool.query(
      `select parameters from blockchains where code = '${network}'`,
    );
    const parametersAre = (value: object) =>
      app.change(`update blockchains set parameters = '${JSON.stringify(value)}' where code = '${network}'`);
    await parametersAre({ ...right.rows[0].parameters, nodes: ['http://127.0.0.1:1'] });
    expect((await app.call({ path, as: 'hal' })).body.code).toBe('wallet_service_error');
    await parametersAre(right.rows[0].parameters);
    const { body } = await app.call({ path, as: 'hal' });
    await bed.node.pay(String(body.address), ether);
    await mine();
    expect(await states('hal')).toEqual(['completed']);
  });

  it('takes a deposit back that a reorganisation lost before it was final', async () => {
    const { address } = await app.addressOf('ben', network);
    const snapshot = await bed.node.ask('evm_snapshot');
    const id = await bed.node.pay(address, ether);
    await app.watcher.follow(network);
    expect(await states('ben')).toEqual(['confirming']);
    await bed.node.ask('evm_revert', snapshot);
    await mine(confirmations + 1);
    expect(await states('ben')).not.toContain('completed');
    expect(await states('ben')).not.toContain('confirming');
    expect(await actual('ben', 'ETH')).toBe('0');
    expect(await bed.chain.stateOf(id)).toEqual({ state: 'unknown' });
  });

  it('leaves the user the coins that a deep reorganisation took, and the house the loss', async () => {
    const { address } = await app.addressOf('cid', network);
    const snapshot = await bed.node.ask('evm_snapshot');
    await bed.node.pay(address, ether);
    await mine();
    expect(await states('cid')).toEqual(['completed']);
    await bed.node.ask('evm_revert', snapshot);
    await mine(2 * confirmations + 1);
    expect(await actual('cid', 'ETH')).toBe('1');
    expect(await house('reorg-loss', 'ETH')).toBe(-ether);
    await expectBooksEqual();
  });

  it('credits nothing of what only looks like money', async () => {
    const { contracts } = bed;
    const { address } = await app.addressOf('dan', network);
    await bed.inOneBlock(
      () => bed.payToken(contracts.counterfeit, address, 1_000_000n),
      () => bed.payToken(contracts.false, address, 1_000_000n),
      () => bed.giveCollectible(address),
      () => bed.payInside(address, 7n),
    );
    await mine();
    expect(await states('dan')).toEqual(['held unknown_token']);
    expect(await actual('dan', 'USDT')).toBe('0');
    expect(await actual('dan', 'ETH')).toBe('0');
    // Nobody logged it: only the balance tells that a contract paid.
    expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
  });

  it('holds what a contract paid for an operator, once, whose decision credits it', async () => {
    const { address } = await app.addressOf('fay', network);
    await app.person('fay');
    await bed.node.pay(address, ether);
    await bed.payInside(address, ether / 4n);
    await mine();
    for (let times = 0; times < 2; times += 1) expect(await app.watcher.findUnrecognised(network)).toBe(true);
    expect((await states('fay')).sort()).toEqual(['completed', 'held unrecognised']);
    expect(await states('dan')).toContain('held unrecognised');
    await mine();
    await app.watcher.findUnrecognised(network);
    expect(await states('fay')).toHaveLength(2);
    expect(await actual('fay', 'ETH')).toBe('1');
    const { rows } = await sql<{ id: string }>`
    select id from deposits where reason = 'unrecognised' and user_id = ${userId('fay')}
  `.execute(app.test.database.kysely);
    const networks = await readNetworks(app.platform);
    await app.person('operator');
    await app.test.database.kysely.transaction().execute((transaction) =>
      decideDeposit(transaction, networks, {
        ...{
          id: rows[0]?.id ?? '',
          operatorId: userId('operator'),
          reason: 'Seen on the chain',
          to: undefined,
        },
        ...{ now: new Date(), finalByChain: undefined },
      }),
    );
    await app.watcher.follow(network);
    expect(await actual('fay', 'ETH')).toBe('1.25');
    await app.watcher.findUnrecognised(network);
    expect(await states('fay')).toEqual(['completed', 'completed']);
  });
}
