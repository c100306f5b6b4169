import type { Platform } from '#platform/platform.ts';
import { changeWithdrawal, listOfPayout, type WithdrawalChange } from '../withdrawals/store.ts';
import { tellOwner } from '../withdrawals/tell-owner.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import type { Payout } from './payout.ts';
import type { PayoutNetwork, Sign } from './payout-network.ts';
import { changePayout, noteSend, type PayoutChange } from './store.ts';

/** What a payout needs to go on. */
export interface Tools {
  readonly platform: Platform;
  readonly net: PayoutNetwork;
  readonly sign: Sign;
}

/** A step of the payout is one of all its withdrawals. */
export async function take(
  platform: Platform,
  payout: Payout,
  change: PayoutChange,
  status: WithdrawalStatus,
): Promise<Payout | undefined> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const step: WithdrawalChange = { status, waitsFor: change.waitsFor ?? null };
    for (const withdrawal of await listOfPayout(transaction, payout.id)) {
      if (withdrawal.status === status) continue;
      const changed = await changeWithdrawal(transaction, withdrawal, step);
      if (changed && status === 'broadcast')
        await tellOwner(transaction, platform, {
          withdrawal: changed,
          event: 'sent',
          hash: payout.transactionId,
        });
    }
    if (change.signed) await noteSend(transaction, { ...payout, ...change.signed });
    return changePayout(transaction, payout, change);
  });
}
