import { addressFormats } from '@emporion/chains';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { withdrawalOnWire } from '../withdrawals/withdrawal-wire.ts';
import {
  actual,
  app,
  bed,
  house,
  mine,
  network,
  onChain,
  queued,
  stands,
  turn,
  variants,
} from './evm-bed.ts';

export function evmContracts(): void {
  const codeOf = (runtime: string) =>
    `0x61${(runtime.length / 2).toString(16).padStart(4, '0')}80600a5f395ff3${runtime}`;
  /** Fails, whoever pays it. */
  const refusing = '5f5ffd';

  it('sends nothing to a contract that would refuse it, gives the money back with the fee, and pays the next one', async () => {
    await bed.node.ask('evm_setAutomine', true);
    const to = addressFormats.evm.normalize(await bed.node.deploy(codeOf(refusing))) ?? '';
    await bed.node.ask('evm_setAutomine', false);
    const before = await actual('ann', 'ETH');
    const refused = await queued('ann', { coin: 'ETH', amount: '0.01', to });
    const next = await queued('ann', { coin: 'ETH', amount: '0.02', to: bed.newAccount().address });
    await turn();
    expect(await stands(refused)).toBe('failed released');
    expect(await stands(next)).toBe('broadcast in_flight');
    const { rows } = await sql<{ reason: string; payoutId: string | null; notice: string }>`
    select reason, payout_id as "payoutId", template as notice from withdrawals
      join user_notifications using (user_id) where withdrawals.id = ${refused.id} order by user_notifications.id desc
  `.execute(app.test.database.kysely);
    expect(rows.map(({ notice }) => notice)).toContain('withdrawal_failed_recipient');
    expect(rows[0]).toMatchObject({ reason: 'recipient_refuses', payoutId: null });
    expect(
      await withdrawalOnWire(app.test.database.kysely, {
        ...refused,
        status: 'failed',
        reason: 'recipient_refuses',
      }),
    ).toMatchObject({ reason: 'refused_by_recipient' });
    await mine();
    await turn();
    expect(await stands(next)).toBe('completed settled');
    expect(Number(before) - Number(await actual('ann', 'ETH'))).toBeCloseTo(0.03, 9);
  });

  it('keeps the fee of a payout that was mined and failed, gives the amount back, and does not try again', async () => {
    const before = await actual('ann', 'ETH');
    const to = bed.newAccount().address;
    const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.01', to });
    await turn();
    expect(await stands(withdrawal)).toBe('broadcast in_flight');
    // It refuses since it was tried.
    await bed.node.ask('hardhat_setCode', to, `0x${refusing}`);
    await mine();
    await turn();
    await turn();
    expect(await stands(withdrawal)).toBe('failed returned');
    expect(await variants(withdrawal)).toMatchObject([{ status: 'failed' }]);
    // The fee that its owner agreed to is 0.01.
    expect(Number(before) - Number(await actual('ann', 'ETH'))).toBeCloseTo(0.01, 9);
    expect(await house('in-flight', 'ETH')).toBe(0n);
    expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
  });

  it('takes what a contract that is paid sends back in the same transaction for a deposit of nobody', async () => {
    const [net] = await payoutNetworks(app.platform, [network]);
    const bare = (address = '') => address.slice(2).toLowerCase();
    // Whoever pays it has it send one unit of the token to the hot address.
    const transfer = `63a9059cbb60e01b5f5273${bare(net?.hot.address)}6004526001602452`;
    const code = `${transfer}5f5f60445f5f73${bare(bed.contracts.plain)}5af15000`;
    await bed.node.ask('evm_setAutomine', true);
    const to = addressFormats.evm.normalize(await bed.node.deploy(codeOf(code))) ?? '';
    await bed.payToken(bed.contracts.plain, to, 10n);
    await bed.node.ask('evm_setAutomine', false);
    const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.01', to });
    await turn();
    await mine();
    await turn();
    expect(await stands(withdrawal)).toBe('completed settled');
    const { rows } = await sql<{ coin: string; units: string; reason: string }>`
    select coin, chain_amount::text as units, reason from deposits
    where network = ${network} and address = ${net?.hot.address}
  `.execute(app.test.database.kysely);
    expect(rows).toEqual([{ coin: 'USDT', units: '1', reason: 'no_owner' }]);
    expect((await app.differences()).filter(({ coin }) => coin === 'USDT')).toEqual([]);
  });
}
