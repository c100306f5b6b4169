import { expect, it } from 'vitest';
import {
  actual,
  app,
  bed,
  coin,
  confirmations,
  deposit,
  expectBooksEqual,
  house,
  mine,
  net,
  network,
  states,
} from './bitcoin-bed.ts';

export function bitcoinDeposits(): void {
  it('credits an output once when it is deep enough, and says that it waits before', async () => {
    await deposit('ann', 2n * coin);
    await app.watcher.follow(network);
    expect(await states('ann')).toEqual(['pending']);
    await mine(1);
    expect(await states('ann')).toEqual(['confirming']);
    await expectBooksEqual();
    await mine(1);
    expect(await actual('ann')).toBe('0');
    await mine(1);
    expect(await states('ann')).toEqual(['completed']);
    await app.watcher.rescan(network, { from: 0, to: 1_000 });
    expect(await actual('ann')).toBe('2');
    await expectBooksEqual();
  });

  it('takes a deposit back that a reorganisation lost before it was final, and keeps the one that comes again', async () => {
    await deposit('ben', coin);
    const [lost] = await bed.mine(1);
    await app.watcher.follow(network);
    expect(await states('ben')).toEqual(['confirming']);
    await bed.node.rpc.call('invalidateblock', lost);
    // An empty branch: what was lost waits again.
    await bed.node.rpc.call('generateblock', bed.fresh().address, []);
    await bed.node.rpc.call('generateblock', bed.fresh().address, []);
    await app.watcher.follow(network);
    expect(await states('ben')).toEqual(['pending']);
    await expectBooksEqual();
    await mine();
    expect(await states('ben')).toEqual(['completed']);
    expect(await actual('ben')).toBe('1');
    await expectBooksEqual();
  });

  it('leaves the user the coins that a deep reorganisation took, and spends the output only once it is back', async () => {
    await deposit('cid', coin);
    const [lost] = await bed.mine(confirmations);
    await app.watcher.follow(network);
    expect(await states('cid')).toEqual(['completed']);
    const before = (await (await net()).funds(['BTC'])).get('BTC') ?? 0n;
    await bed.node.rpc.call('invalidateblock', lost);
    for (let blocks = 0; blocks <= confirmations; blocks += 1)
      await bed.node.rpc.call('generateblock', bed.fresh().address, []);
    await app.watcher.follow(network);
    expect(await actual('cid')).toBe('1');
    expect(await house('reorg-loss')).toBe(-coin);
    expect((await (await net()).funds(['BTC'])).get('BTC')).toBe(before - coin);
    await expectBooksEqual();
    await mine();
    expect(await house('reorg-loss')).toBe(0n);
    expect((await (await net()).funds(['BTC'])).get('BTC')).toBe(before);
    await expectBooksEqual();
  });
}
