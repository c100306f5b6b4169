import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Sign } from '../payouts/payout-network.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { insertPayout } from '../payouts/store.ts';
import { callOffPayout } from '../payouts/stuck-payouts.ts';
import { testSigner } from '../testing/test-signer.ts';
import {
  actual,
  app,
  balanceOf,
  bed,
  bumpAfter,
  ether,
  house,
  mine,
  network,
  onChain,
  pending,
  queued,
  stands,
  turn,
  variants,
} from './evm-bed.ts';

export function evmReplacedPayouts(): void {
  it('replaces a payout that no block takes, and follows whichever is mined', async () => {
    const to = bed.newAccount().address;
    const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.1', to });
    await turn();
    await bumpAfter(0);
    await turn();
    await bumpAfter(30);
    const both = await variants(withdrawal);
    expect(both.map(({ status }) => status)).toEqual(['broadcast', 'broadcast']);
    expect(both[1]?.nonce).toBe(both[0]?.nonce);
    // The node took the dearer one in the place of the first.
    expect(await pending()).toEqual([both[1]?.hash]);
    const snapshot = await bed.node.ask('evm_snapshot');
    await mine(1);
    await turn();
    expect((await variants(withdrawal)).map(({ status }) => status)).toEqual(['replaced', 'confirming']);
    await bed.node.ask('evm_revert', snapshot);
    for (const hash of await pending()) await bed.node.ask('hardhat_dropTransaction', hash);
    expect(await bed.chain.send(both[0]?.raw ?? '')).toEqual({ outcome: 'accepted' });
    await mine(1);
    await turn();
    await turn();
    expect((await variants(withdrawal)).map(({ status }) => status)).toEqual(['confirming', 'replaced']);
    await mine();
    await turn();
    expect((await variants(withdrawal)).map(({ status }) => status)).toEqual(['completed', 'replaced']);
    expect(await stands(withdrawal)).toBe('completed settled');
    expect(await balanceOf(to)).toBe(ether / 10n);
    expect(await bed.chain.send(both[1]?.raw ?? '')).toMatchObject({ outcome: 'refused' });
    expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
  });

  it('cancels a payout by using up its number, and gives the money back once that is final', async () => {
    const before = await actual('ann', 'ETH');
    const to = bed.newAccount().address;
    const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.1', to });
    await turn();
    const [payout] = await variants(withdrawal);
    await app.change('update withdrawal_policy set signer_retry_seconds = 0');
    await callOffPayout(app.test.database.kysely, { id: payout?.id ?? '', reason: 'stolen account' });
    await turn();
    const [, cancel] = await variants(withdrawal);
    expect(cancel).toMatchObject({ kind: 'sweep', status: 'broadcast', nonce: payout?.nonce });
    expect(await pending()).toEqual([cancel?.hash]);
    await mine(1);
    await turn();
    expect(await stands(withdrawal)).toBe('broadcast in_flight');
    await mine();
    await turn();
    expect(await stands(withdrawal)).toBe('failed returned');
    expect(await actual('ann', 'ETH')).toBe(before);
    expect(await balanceOf(to)).toBe(0n);
    expect(await bed.chain.send(payout?.raw ?? '')).toMatchObject({ outcome: 'refused' });
    expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
  });

  it('fills a number that the signer refused while the next one was signed', async () => {
    const [net] = await payoutNetworks(app.platform, [network]);
    if (!net) throw new Error('no network');
    const nonce = await bed.chain.nonceOf(net.hot.address);
    const payments = [{ to: net.hot.address, own: net.hot.path, coin: 'ETH', amount: 5n }];
    const drafts = await Promise.all(
      [0, 1].map(() => net.prepare({ kind: 'sweep', from: net.hot, payments })),
    );
    const ids: string[] = [];
    for (const draft of drafts)
      await app.test.database.kysely.transaction().execute(async (transaction) => {
        const id = randomUUID();
        ids.push(id);
        const plan = await draft.plan(transaction, id);
        if ('waitsFor' in plan) throw new Error('it waits');
        const words = { id, network, kind: 'sweep', fromAddress: net.hot.address, status: 'built' } as const;
        await insertPayout(transaction, { ...words, payments, ...plan });
      });
    const real = testSigner(app.platform);
    const sign: Sign = (request) =>
      request.id === ids[0]
        ? Promise.resolve({ signed: false, refusal: 'fee_too_high', reason: '' })
        : real(request);
    await runPayouts(app.platform, { networks: [net], sign });
    await mine();
    await turn();
    await mine();
    await turn();
    const { rows } = await sql<{ nonce: number; status: string }>`
    select nonce::int, status from payouts where network = ${network} and from_address = ${net.hot.address} and nonce >= ${nonce}
    order by nonce, created_at
  `.execute(app.test.database.kysely);
    expect(rows).toEqual([
      { nonce, status: 'failed' },
      { nonce, status: 'completed' },
      { nonce: nonce + 1, status: 'completed' },
    ]);
    expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
  });
}
