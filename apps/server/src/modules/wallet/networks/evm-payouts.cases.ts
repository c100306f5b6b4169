import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import {
  app,
  bed,
  ether,
  house,
  mine,
  network,
  onChain,
  queued,
  stands,
  turn,
  turnUntilQuiet,
} from './evm-bed.ts';

export function evmPayouts(): void {
  it('gathers deposits on the hot address, tokens after their address got its fee, and pays out of it in order', async () => {
    await bed.payToken(bed.contracts.plain, (await app.addressOf('eve', network)).address, 60_000_000n);
    await mine();
    await turnUntilQuiet();
    const [net] = await payoutNetworks(app.platform, [network]);
    const { height } = await bed.chain.tip();
    const hot = net?.hot.address ?? '';
    const { plain } = bed.contracts;
    expect(await bed.chain.balance([hot], { contract: plain, height })).toBe(360_000_000n);
    expect(await bed.chain.balance([hot], { contract: undefined, height })).toBeGreaterThan(
      (19n * ether) / 10n,
    );
    expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);

    const { rows: kinds } = await sql<{ kind: string }>`
    select distinct kind from payouts where network = ${network} and status = 'completed' order by kind
  `.execute(app.test.database.kysely);
    expect(kinds.map(({ kind }) => kind)).toEqual(['sweep', 'top-up']);

    // What was swept is not missed, and nothing is found twice.
    const before = (await app.deposits('fay')).length;
    await app.watcher.findUnrecognised(network);
    expect(await app.deposits('fay')).toHaveLength(before);

    const outside = [bed.newAccount().address, bed.newAccount().address, bed.newAccount().address];
    const some = [
      await queued('ann', { coin: 'ETH', amount: '0.5', to: outside[0] ?? '' }),
      await queued('ann', { coin: 'USDT', amount: '40', to: outside[1] ?? '' }),
      await queued('ann', { coin: 'ETH', amount: '0.25', to: outside[2] ?? '' }),
    ];
    await bed.node.ask('evm_setAutomine', false);
    // All of them in one turn, though each is a transaction of its own.
    await turn();
    for (const withdrawal of some) expect(await stands(withdrawal)).toBe('broadcast in_flight');
    const { rows } = await sql<{ nonce: number }>`
    select nonce::int from payouts where network = ${network} and kind = 'payout' order by nonce
  `.execute(app.test.database.kysely);
    expect(rows.map(({ nonce }) => nonce - (rows[0]?.nonce ?? 0))).toEqual([0, 1, 2]);
    await mine();
    await turn();
    for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
    const end = await bed.chain.tip();
    const at = { contract: undefined, height: end.height };
    expect(await bed.chain.balance([outside[0] ?? ''], at)).toBe(ether / 2n);
    expect(await bed.chain.balance([outside[1] ?? ''], { ...at, contract: plain })).toBe(40_000_000n);
    expect(await bed.chain.balance([outside[2] ?? ''], at)).toBe(ether / 4n);
    expect(await house('in-flight', 'ETH')).toBe(0n);
    expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
    expect(await onChain(plain)).toBe(-(await house('custody', 'USDT')));
  });
}
