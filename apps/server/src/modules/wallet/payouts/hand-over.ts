import { frozenAmong } from '#modules/identity/index.ts';
import type { Platform } from '#platform/platform.ts';
import { changeWithdrawal, listOfPayout, type WithdrawalChange } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { Payout } from './payout.ts';
import { ChangedMeanwhile, changePayout, discardPayout, lockUnsigned } from './store.ts';
import type { Tools } from './take-step.ts';

export type HandOver =
  /** It is written down that the signer is asked. */
  | { readonly isToSign: true; readonly payout: Payout }
  /** It is not asked now. Undefined: the payout is gone, and its withdrawals are where they can wait. */
  | { readonly isToSign: false; readonly payout: Payout | undefined };

/**
 * The last look before the signer is asked, in the transaction that writes down that it is. Whoever froze their payouts or their account since it was
 * built, or called off a withdrawal of it, is not paid: the payout is undone, and the others wait in the queue for another one. When the signer was asked
 * before there may be bytes, and nothing is undone: it waits, unasked, until the freeze ends or it is called off.
 *
 * @throws ChangedMeanwhile when somebody else has signed or discarded it.
 */
export async function handOver({ platform, net }: Tools, payout: Payout): Promise<HandOver> {
  const { kysely } = platform.database;
  // What replaces one that was sent goes on, for its money is on its way; and what is ours stays ours.
  const paysUsers = payout.kind === 'payout' && payout.root === payout.id;
  const owners = paysUsers ? await listOfPayout(kysely, payout) : [];
  const switchedOff = await listSwitchedOff(platform, owners);
  return kysely.transaction().execute(async (transaction): Promise<HandOver> => {
    await lockUnsigned(transaction, payout);
    const withdrawals = paysUsers ? await listOfPayout(transaction, payout) : [];
    const userIds = withdrawals.map(({ userId }) => userId);
    const frozen = await frozenAmong(transaction, platform, userIds);
    const stopOf = ({ userId }: Withdrawal): WithdrawalChange | undefined => {
      if (switchedOff.has(userId) || frozen.accounts.has(userId))
        return { status: 'held', holdReason: 'account_switched_off', waitsFor: null };
      return frozen.payouts.has(userId) ? { status: 'queued', waitsFor: 'payouts_frozen' } : undefined;
    };
    const isWhole = !paysUsers || withdrawals.length === payout.payments.length;
    if (isWhole && !withdrawals.some(stopOf)) {
      const asked = await changePayout(transaction, payout, { waitsFor: 'signer', asked: true });
      if (!asked) throw new ChangedMeanwhile();
      return { isToSign: true, payout: asked };
    }
    if (payout.askedAt !== null) {
      const waitsFor = payout.waitsFor === 'review' ? 'review' : 'payouts_frozen';
      return { isToSign: false, payout: await changePayout(transaction, payout, { waitsFor }) };
    }
    for (const withdrawal of withdrawals) {
      const change = stopOf(withdrawal) ?? { status: 'queued', waitsFor: null };
      await changeWithdrawal(transaction, withdrawal, { ...change, payoutId: null });
    }
    await discardPayout(transaction, net, payout);
    return { isToSign: false, payout: undefined };
  });
}

/** Whom the exchange pays nothing out for. */
async function listSwitchedOff(
  { view }: Pick<Platform, 'view'>,
  withdrawals: readonly Withdrawal[],
): Promise<ReadonlySet<string>> {
  return view.read(
    (exchange) =>
      new Set(
        withdrawals.map(({ userId }) => userId).filter((userId) => !exchange.account(userId).mayPayOut),
      ),
  );
}
