import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildConsolidation } from '../outputs/build-consolidation.ts';
import {
  actual,
  app,
  bed,
  coin,
  deposit,
  expectBooksEqual,
  house,
  mine,
  net,
  network,
  states,
  turn,
} from './bitcoin-bed.ts';

export function bitcoinFakesAndConsolidation(): void {
  it('credits nothing of what only looks like money', async () => {
    const { address } = await app.addressOf('eve', network);
    const script = bed.scripts.scriptOf(address);
    const hash = script.subarray(2);
    // Waits, and is replaced by a payment to somebody else before it is mined.
    const [first, second] = [
      await bed.paymentToScripts({ script, amount: coin }),
      await bed.paymentToScripts({ script: bed.scripts.scriptOf(bed.fresh().address), amount: coin / 2n }),
    ];
    expect(await bed.chain.send(first.raw)).toEqual({ outcome: 'accepted' });
    await app.watcher.follow(network);
    expect(await states('eve')).toEqual(['pending']);
    await bed.node.rpc.call('generateblock', bed.fresh().address, [second.raw]);
    await mine();
    expect(await states('eve')).toEqual(['pending']);
    // An output of nothing, our key's hash in scripts of other kinds, and new coins that are too young to be spent.
    const odd = await bed.paymentToScripts(
      { script, amount: 0n },
      { script: Uint8Array.of(0x6a, hash.length, ...hash), amount: 0n },
      { script: Uint8Array.of(0x51, ...script), amount: coin },
      { script: Uint8Array.of(hash.length, ...hash, 0x87), amount: coin },
    );
    await bed.node.rpc.call('generateblock', address, [odd.raw]);
    await mine();
    expect(await states('eve')).toEqual(['pending']);
    expect(await actual('eve')).toBe('0');
    await expectBooksEqual();
  });

  it('makes one output of many small ones while fees are low', async () => {
    await deposit('fay', ...Array.from({ length: 12 }, (_, at) => 200_000n + BigInt(at)));
    await mine();
    const place = await net();
    const policy = { inputsMin: 10, inputsMax: 12, feeRateMax: 50_000n };
    expect(await buildConsolidation(app.platform, place, { ...policy, feeRateMax: 9_999n })).toBeUndefined();
    const custody = await house('custody');
    expect((await buildConsolidation(app.platform, place, policy))?.terms).toMatchObject({
      inputs: { length: 12 },
    });
    await turn();
    await mine();
    await turn();
    const { rows } = await sql<{ status: string; cost: string }>`
    select status, cost::text as cost from payouts where network = ${network} and kind = 'sweep' order by created_at desc
  `.execute(app.test.database.kysely);
    expect(rows[0]?.status).toBe('completed');
    expect(await house('custody')).toBe(custody + BigInt(rows[0]?.cost ?? 0));
    await expectBooksEqual();
  });
}
