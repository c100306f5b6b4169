import { describe, expect, it } from 'vitest';
import { TronChain } from './tron-chain.ts';

const node = process.env.TRON_NODE ?? '';
const firstBlock =
  process.env.TRON_FIRST_BLOCK ?? '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

// Only where somebody names a node: TRON_NODE, and TRON_FIRST_BLOCK for another than the main chain. Nothing is sent.
describe.runIf(node)('a real node', () => {
  const chain = new TronChain({ nodes: [{ wallet: node, solidity: node }], firstBlock, timeoutMs: 60_000 });

  it('tells blocks that hang together, payments, states and balances', async () => {
    const final = await chain.finalHeight();
    expect((await chain.tip()).height).toBeGreaterThan(final);
    const below = await chain.block(final - 1);
    const block = await chain.block(final);
    expect(block?.parentHash).toBe(below?.hash);
    const [coin] = block?.transfers.filter(({ contract }) => contract === undefined) ?? [];
    const [token] = block?.transfers.filter(({ contract }) => contract !== undefined) ?? [];
    for (const transfer of [coin, token]) {
      if (!transfer) continue;
      expect(await chain.stateOf(transfer.transactionId)).toMatchObject({ state: 'mined', succeeded: true });
      expect(await chain.transfersOf(transfer.transactionId)).toContainEqual(transfer);
      const { to, contract } = transfer;
      expect(await chain.balance([to], { contract, height: final + 1 })).toBeGreaterThanOrEqual(0n);
    }
    expect((await chain.prices()).energy).toBeGreaterThan(0n);
    expect(await chain.stateOf('00'.repeat(32))).toEqual({ state: 'unknown' });
  });
});
