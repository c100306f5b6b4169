import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { changeWithdrawal, listOfPayout, type WithdrawalChange } from '../withdrawals/store.ts';
import { tellOwner } from '../withdrawals/tell-owner.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { isCancel, type Payout } from './payout.ts';
import type { PayoutNetwork, Sign } from './payout-network.ts';
import { ChangedMeanwhile, changePayout, noteSend, type PayoutChange } from './store.ts';

/** What a payout needs to go on. */
export interface Tools {
  readonly platform: Platform;
  readonly net: PayoutNetwork;
  readonly sign: Sign;
}

type Step = 'signed' | 'broadcast' | 'confirming';

/** From where a withdrawal takes the step of its payout. One that is further already has a payout that was replaced. */
const before: Readonly<Record<Step, readonly WithdrawalStatus[]>> = {
  signed: ['built'],
  broadcast: ['signed', 'confirming'],
  confirming: ['broadcast'],
};

/**
 * A step of the payout is one of all its withdrawals, which then belong to it and to none that it replaced.
 *
 * @throws ChangedMeanwhile when it stands elsewhere by now.
 */
export async function take(
  platform: Platform,
  payout: Payout,
  change: PayoutChange & { readonly status: Step },
): Promise<Payout | undefined> {
  return platform.database.kysely
    .transaction()
    .execute((transaction) => takeIn(transaction, { platform, payout, change }));
}

/** The same in a transaction of the caller. */
export async function takeIn(
  transaction: QueryExecutorProvider,
  {
    platform,
    payout,
    change,
  }: { platform: Platform; payout: Payout; change: PayoutChange & { readonly status: Step } },
): Promise<Payout | undefined> {
  const { status } = change;
  for (const withdrawal of isCancel(payout) ? [] : await listOfPayout(transaction, payout)) {
    const isNext = before[status].includes(withdrawal.status);
    const isOwn = withdrawal.payoutId === payout.id || status === 'signed';
    if (!isNext && isOwn && withdrawal.waitsFor === (change.waitsFor ?? null)) continue;
    const step: WithdrawalChange = {
      waitsFor: change.waitsFor ?? null,
      ...(isNext && { status }),
      ...(status !== 'signed' && { payoutId: payout.id }),
    };
    const changed = await changeWithdrawal(transaction, withdrawal, step);
    if (changed && isNext && status === 'broadcast')
      await tellOwner(transaction, platform, {
        withdrawal: changed,
        event: 'sent',
        hash: payout.transactionId,
      });
  }
  if (change.signed) await noteSend(transaction, { ...payout, ...change.signed });
  const changed = await changePayout(transaction, payout, change);
  if (!changed) throw new ChangedMeanwhile();
  return changed;
}
