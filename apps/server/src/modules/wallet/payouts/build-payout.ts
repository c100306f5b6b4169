import type { Payment } from '@emporion/chains';
import { parseDecimal } from '@emporion/kernel';
import type { Platform } from '#platform/platform.ts';
import { readPolicy } from '../withdrawals/policy.ts';
import { changeWithdrawal, listQueued } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { Payout } from './payout.ts';
import { type PayoutNetwork, toChainUnits } from './payout-network.ts';
import { insertPayout, listUnmined, lockNonces, nextNonce } from './store.ts';

interface Chosen {
  readonly withdrawal: Withdrawal;
  readonly payment: Payment;
}

/**
 * Puts the oldest queued withdrawals that the hot address can pay into one transaction, which gets the next number of its address. The others are told what
 * they wait for.
 *
 * @returns undefined when there is nothing to build.
 */
export async function buildPayout(platform: Platform, net: PayoutNetwork): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const { network, hot } = net;
  const { batchMax } = await readPolicy(kysely);
  const queued = await listQueued(kysely, { network, limit: batchMax });
  if (queued.length === 0) return undefined;
  // What the chain is asked for is asked before the lock: nobody waits for a node while others wait for the lock.
  const funds = await readFunds(platform, net, queued);
  const expected = await net.nonceOf(hot.address);
  return kysely.transaction().execute(async (transaction) => {
    await lockNonces(transaction, network);
    const used = await nextNonce(transaction, { network, address: hot.address });
    const nonce = Math.max(expected, used ?? 0);
    const terms = await net.termsOf({ from: hot.path, nonce, payments: [] });
    const chosen = choose(queued, { net, funds, cost: net.costOf(terms) });
    for (const { withdrawal, waitsFor } of chosen.waiting)
      if (withdrawal.waitsFor !== waitsFor) await changeWithdrawal(transaction, withdrawal, { waitsFor });
    if (chosen.paid.length === 0) return undefined;
    const payments = chosen.paid.map(({ payment }) => payment);
    const payout = await insertPayout(transaction, {
      ...{ network, kind: 'payout', fromAddress: hot.address, nonce, payments },
      terms: await net.termsOf({ from: hot.path, nonce, payments }),
    });
    for (const { withdrawal } of chosen.paid) {
      const change = { status: 'built', books: 'leaving', payoutId: payout.id, waitsFor: null } as const;
      // Called off since it was read: another turn builds without it.
      if (!(await changeWithdrawal(transaction, withdrawal, change))) throw new ChangedMeanwhile();
    }
    return payout;
  });
}

/** Nothing was built, and the next turn tries again. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/** What lies on the hot address and is not on its way out already, by coin and in the chain's units. */
async function readFunds(
  { database }: Platform,
  { network, chain, hot, coins, feeCoin, costOf }: PayoutNetwork,
  queued: readonly Withdrawal[],
): Promise<Map<string, bigint>> {
  const { height } = await chain.tip();
  const wanted = new Set([feeCoin, ...queued.map(({ coin }) => coin)]);
  const funds = new Map<string, bigint>();
  for (const coin of wanted) {
    const asset = coins.get(coin);
    if (asset) funds.set(coin, await chain.balance([hot.address], { contract: asset.contract, height }));
  }
  const take = (coin: string, amount: bigint) => funds.set(coin, (funds.get(coin) ?? 0n) - amount);
  for (const { payments, terms } of await listUnmined(database.kysely, { network, address: hot.address })) {
    for (const { coin, amount } of payments) take(coin, amount);
    take(feeCoin, costOf(terms));
  }
  return funds;
}

function choose(
  queued: readonly Withdrawal[],
  { net, funds, cost }: { net: PayoutNetwork; funds: Map<string, bigint>; cost: bigint },
): { paid: Chosen[]; waiting: { withdrawal: Withdrawal; waitsFor: string }[] } {
  const paid: Chosen[] = [];
  const waiting: { withdrawal: Withdrawal; waitsFor: string }[] = [];
  const left = new Map(funds);
  left.set(net.feeCoin, (left.get(net.feeCoin) ?? 0n) - cost);
  const canPayFee = (left.get(net.feeCoin) ?? 0n) >= 0n;
  for (const withdrawal of queued) {
    const { coin } = withdrawal;
    const payment = net.coins.get(coin)?.isStopped ? undefined : paymentOf(withdrawal, net);
    if (!payment) {
      waiting.push({ withdrawal, waitsFor: 'coin_stopped' });
      continue;
    }
    const rest = (left.get(coin) ?? 0n) - payment.amount;
    if (!canPayFee || rest < 0n) {
      waiting.push({ withdrawal, waitsFor: canPayFee ? 'funds' : 'fee_funds' });
      continue;
    }
    left.set(coin, rest);
    paid.push({ withdrawal, payment });
    // The others are for the next transaction, and wait for nothing else.
    if (paid.length === net.paymentsMax) break;
  }
  return { paid, waiting };
}

/** Undefined when the network has no such coin, or is too coarse for the amount. */
export function paymentOf(
  { coin, address, memo, amount }: Withdrawal,
  { coins }: Pick<PayoutNetwork, 'coins'>,
): Payment | undefined {
  const asset = coins.get(coin);
  const units = asset && parseDecimal(amount, asset.ledgerDecimals);
  const chainUnits = asset && units?.ok ? toChainUnits(units.value, asset) : undefined;
  if (!asset || chainUnits === undefined) return undefined;
  const { contract } = asset;
  return {
    ...{ to: address, coin, amount: chainUnits },
    ...(memo === null ? {} : { memo }),
    ...(contract === undefined ? {} : { contract }),
  };
}
