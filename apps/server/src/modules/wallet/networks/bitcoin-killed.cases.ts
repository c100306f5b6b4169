import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { extent } from '#testing/extent.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { dyingProcess } from '../testing/dying-process.ts';
import { testSigner } from '../testing/test-signer.ts';
import {
  app,
  bed,
  chosen,
  coin,
  confirmations,
  deposit,
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

export function bitcoinKilled(): void {
  it(
    'pays once, wherever the server dies in a payout and the node with it, which then has forgotten what waits',
    async () => {
      await deposit('kit', 5n * coin);
      await mine();
      const survives = async (at: number): Promise<boolean> => {
        const amount = 1_000_000n + BigInt(at);
        const withdrawal = await queued('kit', amount);
        const { platform, around, isOver } = dyingProcess(app.platform, at);
        let isKilled = false;
        const dyingTurn = async () => {
          const { chain, ...rest } = await net();
          const mortal = new Proxy(chain, {
            get: (target, key) =>
              key === 'send' ? around((raw: string) => target.send(raw)) : Reflect.get(target, key, target),
          });
          const sign = around(testSigner(app.platform));
          await runPayouts(platform, { networks: [{ ...rest, chain: mortal }], sign }).catch(() => undefined);
          if (isOver() || isKilled) return;
          isKilled = true;
          // Its blocks are on the disk: others would send them again to a node that had lost them, and this one is alone.
          await bed.node.rpc.call('gettxoutsetinfo');
          await bed.node.kill();
          // Another server meets no node.
          if (at % 2 === 0) await turn();
          await bed.node.begin();
        };
        await dyingTurn();
        await mine(1);
        await dyingTurn();
        await mine(confirmations - 1);
        await dyingTurn();
        const wasOver = isOver();
        await turn();
        await turn();
        await mine();
        await turn();
        const where = `killed at step ${at}`;
        expect(await stands(withdrawal), where).toBe('completed settled');
        expect(await received(withdrawal), where).toBe(amount);
        expect(await house('in-flight'), where).toBe(0n);
        await expectBooksEqual();
        return wasOver;
      };
      // Not at every one: the test chain of litecoind makes no block 432.
      const stride = extent({ usual: 53, all: 4 });
      // Other steps each time, so that in the long run all of them have their turn.
      let at = 1 + Number(process.env.SEED ?? Math.floor(Math.random() * stride));
      for (; !(await survives(at)); at += stride);
      if (stride === 4)
        process.stdout.write(`${chosen.name}: killed with the server at every fourth of ${at} steps\n`);
    },
    extent({ usual: 600_000, all: 3_600_000 }),
  );

  it('pays by another transaction what was to come out of change that a reorganisation and a replacement undid', async () => {
    await deposit('hal', 8n * coin);
    await mine();
    const first = await queued('hal', coin / 2n);
    await turn();
    const [block] = await bed.mine(1);
    await app.watcher.follow(network);
    await turn();
    const second = await queued('hal', coin / 4n);
    await turn();
    expect(await stands(second)).toBe('broadcast in_flight');
    await bed.node.rpc.call('invalidateblock', block);
    await bed.node.rpc.call('generateblock', bed.fresh().address, []);
    await bed.node.rpc.call('generateblock', bed.fresh().address, []);
    await app.watcher.follow(network);
    await turn();
    expect(await stands(first)).toBe('broadcast in_flight');
    const [{ id } = { id: '' }] = await payoutsOf(first);
    await app.change(`update payouts set waiting_since = now() - interval '61 minutes' where id = '${id}'`);
    await turn();
    expect(await payoutsOf(first)).toHaveLength(2);
    await mine();
    const [dead] = await payoutsOf(second);
    // The replacement of the first is final: what the second would spend can never exist.
    await turn();
    expect(await stands(first)).toBe('completed settled');
    await turn();
    const [{ transactionId } = { transactionId: '' }] = await payoutsOf(second);
    expect(transactionId).not.toBe(dead?.transactionId);
    await mine();
    await turn();
    expect(await stands(second)).toBe('completed settled');
    expect([await received(first), await received(second)]).toEqual([coin / 2n, coin / 4n]);
    expect(await house('in-flight')).toBe(0n);
    const { rows } = await sql`
    select from chain_outputs where network = ${network} and reserved_by is not null and spent_height is null
      and block_height is not null
  `.execute(app.test.database.kysely);
    expect(rows).toEqual([]);
    await expectBooksEqual();
  });
}
