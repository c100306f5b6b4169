import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Sign } from './payout-network.ts';
import {
  app,
  bumpAfter,
  expectBooksEqual,
  house,
  onChain,
  queued,
  settleAll,
  shown,
  stands,
  statuses,
  turn,
  turnWithBump,
  variants,
} from './replacements-bed.ts';

export function replacedByADearerOne(): void {
  it('is replaced by a dearer one when no block takes it, and is paid and booked once', async () => {
    const custody = await house('custody');
    const withdrawal = await queued('0.4');
    await turn();
    const [first] = await variants(withdrawal);
    await turnWithBump();
    const both = await variants(withdrawal);
    expect(both.map(({ status }) => status)).toEqual(['broadcast', 'broadcast']);
    expect(both[1]?.hash).not.toBe(first?.hash);
    expect(await shown(withdrawal)).toBe(both[1]?.hash);
    const chain = await app.chain('bitcoin');
    expect(await chain.stateOf(first?.hash ?? '')).toEqual({ state: 'unknown' });
    // Time alone makes no further one before its time.
    await turn();
    expect(await statuses(withdrawal)).toHaveLength(2);
    await app.mine('bitcoin');
    await turn();
    expect(await statuses(withdrawal)).toEqual(['replaced', 'confirming']);
    await settleAll();
    expect(await stands(withdrawal)).toBe('completed settled');
    expect(await statuses(withdrawal)).toEqual(['replaced', 'completed']);
    expect(await onChain(withdrawal.address)).toBe(40_000_000n);
    expect((await house('custody')) - custody).toBe(40_000_000n + 1_125n);
    expect(await house('in-flight')).toBe(0n);
    await expectBooksEqual();
  });

  it('is paid by the first one when that is mined after all, and a reorganisation can change which', async () => {
    const custody = await house('custody');
    const withdrawal = await queued('0.3');
    await turn();
    await turnWithBump();
    await turnWithBump();
    const [first, second] = await variants(withdrawal);
    await app.mine('bitcoin');
    await turn();
    expect(await statuses(withdrawal)).toEqual(['replaced', 'replaced', 'confirming']);
    const chain = await app.chain('bitcoin');
    await chain.reorg({ depth: 1, drop: 'all' });
    await chain.send(second?.raw ?? '');
    await app.mine('bitcoin');
    for (let turns = 0; turns < 2; turns += 1) await turn();
    expect(await statuses(withdrawal)).toEqual(['replaced', 'confirming', 'replaced']);
    expect(await shown(withdrawal)).toBe(second?.hash);
    await chain.reorg({ depth: 1, drop: 'all' });
    await chain.send(first?.raw ?? '');
    await app.mine('bitcoin');
    await turn();
    await settleAll();
    expect(await statuses(withdrawal)).toEqual(['completed', 'replaced', 'replaced']);
    expect(await shown(withdrawal)).toBe(first?.hash);
    expect(await stands(withdrawal)).toBe('completed settled');
    expect(await onChain(withdrawal.address)).toBe(30_000_000n);
    expect((await house('custody')) - custody).toBe(30_000_000n + 1_000n);
    await expectBooksEqual();
  });

  it('waits on at the ceiling, and when the signer refuses the dearer one', async () => {
    const withdrawal = await queued('0.1');
    await turn();
    const refusing: Sign = async () => ({ signed: false, refusal: 'day_spent', reason: '' });
    await bumpAfter(0);
    await turn(refusing);
    expect(await statuses(withdrawal)).toEqual(['broadcast']);
    for (let times = 0; times < 7; times += 1) await turn();
    const made = (await statuses(withdrawal)).length;
    await turn();
    expect((await statuses(withdrawal)).length).toBe(made);
    const { rows } = await sql<{ waitsFor: string }>`
    select waits_for as "waitsFor" from payouts where waits_for is not null
  `.execute(app.test.database.kysely);
    expect(rows.map(({ waitsFor }) => waitsFor)).toEqual(['fee_ceiling']);
    const measures = await app.platform.metrics.registry.metrics();
    expect(measures).toContain(
      'wallet_payouts{network="bitcoin",kind="payout",status="broadcast",waits_for="fee_ceiling"} 1',
    );
    expect(measures).toMatch(/wallet_payouts_oldest_seconds\{network="bitcoin"\} \d/);
    await bumpAfter(30);
    await app.mine('bitcoin', 3);
    await settleAll();
    expect(await stands(withdrawal)).toBe('completed settled');
    expect(await onChain(withdrawal.address)).toBe(10_000_000n);
    await expectBooksEqual();
  });
}
