import { randomUUID } from 'node:crypto';
import type { Payment } from '@emporion/chains';
import { parseDecimal } from '@emporion/kernel';
import { frozenAmong } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { listHouseAddresses } from '../addresses/house-addresses.ts';
import { type CallOff, callOff } from '../withdrawals/call-off.ts';
import { readPolicy } from '../withdrawals/policy.ts';
import { changeWithdrawal, isAnyQueued, listQueued } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { Payout } from './payout.ts';
import { type PayoutNetwork, toChainUnits } from './payout-network.ts';
import { ChangedMeanwhile, insertPayout } from './store.ts';

interface Chosen {
  readonly withdrawal: Withdrawal;
  readonly payment: Payment;
}

/** So many that would fail are ended in one turn. */
const failingMax = 50;

/**
 * Puts the oldest queued withdrawals that the hot address can pay into one transaction. The others are told what they wait for. One that the network would
 * take the fee of and not carry out, because its recipient's contract does not want it, ends: nothing is sent.
 *
 * @returns undefined when there is nothing to build.
 */
export async function buildPayout(platform: Platform, net: PayoutNetwork): Promise<Payout | undefined> {
  for (let failed = 0; failed < failingMax; failed += 1) {
    const built = await buildOrFail(platform, net);
    if (built !== 'failed') return built;
  }
  return undefined;
}

async function buildOrFail(platform: Platform, net: PayoutNetwork): Promise<Payout | 'failed' | undefined> {
  const { kysely } = platform.database;
  const { network, hot, feeCoin } = net;
  // Which of them comes first is a long question, and every network asks in every turn.
  if (!(await isAnyQueued(kysely, network))) return undefined;
  const { batchMax } = await readPolicy(kysely);
  const stopped = [...net.coins].flatMap(([coin, { isStopped }]) => (isStopped ? coin : []));
  const waiting = await listQueued(kysely, { network, limit: batchMax, stopped, now: platform.clock.now() });
  if (waiting.length === 0) return undefined;
  const open = await holdSwitchedOff(platform, await leaveFrozen(platform, waiting));
  const queued = await rejectOwn(platform, open);
  if (queued.length === 0) return undefined;
  const funds = await net.funds([feeCoin, ...queued.map(({ coin }) => coin)]);
  const chosen = await chooseFirst(batchesOf(queued), { net, funds });
  const payments = chosen.paid.map(({ payment }) => payment);
  const draft = { kind: 'payout', from: hot, payments } as const;
  const [only, ...more] = chosen.paid;
  if (only && more.length === 0 && (await net.wouldFail?.(draft))) {
    await callOffIfStill(platform, {
      ...{ id: only.withdrawal.id, reason: 'recipient_refuses', end: 'failed' },
    });
    return 'failed';
  }
  const prepared = payments.length === 0 ? undefined : await net.prepare(draft);
  return kysely.transaction().execute(async (transaction) => {
    const id = randomUUID();
    const plan = await prepared?.plan(transaction, id);
    const waiting = [...chosen.waiting];
    if (plan && 'waitsFor' in plan)
      for (const { withdrawal } of chosen.paid) waiting.push({ withdrawal, waitsFor: plan.waitsFor });
    for (const { withdrawal, waitsFor } of waiting)
      if (withdrawal.waitsFor !== waitsFor) await changeWithdrawal(transaction, withdrawal, { waitsFor });
    if (!plan || 'waitsFor' in plan) return undefined;
    const from = { fromAddress: hot.address, kind: 'payout' } as const;
    const payout = await insertPayout(transaction, { id, network, payments, ...from, ...plan });
    for (const { withdrawal } of chosen.paid) {
      const books = withdrawal.books === 'in_flight' ? 'in_flight' : 'leaving';
      const change = { status: 'built', books, payoutId: payout.id, waitsFor: null } as const;
      // Called off since it was read: another turn builds without it.
      if (!(await changeWithdrawal(transaction, withdrawal, change))) throw new ChangedMeanwhile();
    }
    return payout;
  });
}

/** Without those whose owner's payouts are frozen: they are told so, and a stranger may have asked for them. */
async function leaveFrozen(platform: Platform, queued: readonly Withdrawal[]): Promise<Withdrawal[]> {
  const { kysely } = platform.database;
  const owners = queued.map(({ userId }) => userId);
  const { payouts: frozen } = await frozenAmong(kysely, platform, owners);
  for (const withdrawal of queued)
    if (frozen.has(withdrawal.userId))
      await changeWithdrawal(kysely, withdrawal, { waitsFor: 'payouts_frozen' });
  return queued.filter(({ userId }) => !frozen.has(userId));
}

/** The exchange stops whoever is switched off when their money leaves. What was in flight before, and came back into the queue, is stopped here. */
async function holdSwitchedOff(
  { database: { kysely }, view }: Platform,
  queued: readonly Withdrawal[],
): Promise<Withdrawal[]> {
  const open: Withdrawal[] = [];
  for (const withdrawal of queued) {
    const { books, userId } = withdrawal;
    if (books !== 'in_flight' || (await view.read((exchange) => exchange.account(userId).mayPayOut)))
      open.push(withdrawal);
    else
      await changeWithdrawal(kysely, withdrawal, {
        ...{ status: 'held', holdReason: 'account_switched_off', waitsFor: null },
      });
  }
  return open;
}

/** What is paid to the house itself never leaves, and would be out of custody all the same. An address may have become ours since it was asked for. */
async function rejectOwn(platform: Platform, queued: readonly Withdrawal[]): Promise<Withdrawal[]> {
  const addresses = queued.map(({ address }) => address);
  const ours = await listHouseAddresses(platform.database.kysely, addresses);
  const others: Withdrawal[] = [];
  for (const withdrawal of queued) {
    if (!ours.has(withdrawal.address)) {
      others.push(withdrawal);
      continue;
    }
    await callOffIfStill(platform, { id: withdrawal.id, reason: 'wrong_address', end: 'rejected' });
  }
  return others;
}

async function callOffIfStill(platform: Platform, asked: CallOff): Promise<void> {
  try {
    await callOff(platform, asked);
  } catch (error) {
    // Its owner was quicker.
    if (!(error instanceof Problem)) throw error;
  }
}

interface Choice {
  readonly paid: Chosen[];
  readonly waiting: { readonly withdrawal: Withdrawal; readonly waitsFor: string }[];
}

/** What the signer had no room for is tried alone: a smaller one may have room where all of them together have not. */
function batchesOf(queued: readonly Withdrawal[]): Withdrawal[][] {
  const refused = queued.filter(({ waitsFor }) => waitsFor === 'signer_day');
  const others = queued.filter(({ waitsFor }) => waitsFor !== 'signer_day');
  return [others, ...refused.map((withdrawal) => [withdrawal])];
}

async function chooseFirst(
  batches: readonly Withdrawal[][],
  given: { net: PayoutNetwork; funds: ReadonlyMap<string, bigint> },
): Promise<Choice> {
  const waiting: Choice['waiting'] = [];
  for (const batch of batches) {
    const choice = await chooseAffordable(batch, given);
    waiting.push(...choice.waiting);
    if (choice.paid.length > 0) return { paid: choice.paid, waiting };
  }
  return { paid: [], waiting };
}

/** What the network takes depends on the payments, and what can be paid on what the network takes: fewer are chosen until both fit. */
async function chooseAffordable(
  queued: readonly Withdrawal[],
  { net, funds }: { net: PayoutNetwork; funds: ReadonlyMap<string, bigint> },
): Promise<Choice> {
  let cost = 0n;
  for (;;) {
    const choice = choose(queued, { net, funds, cost });
    const payments = choice.paid.map(({ payment }) => payment);
    if (payments.length === 0) return choice;
    const needed = await net.costOf({ kind: 'payout', from: net.hot, payments });
    if (needed <= cost) return choice;
    cost = needed;
  }
}

function choose(
  queued: readonly Withdrawal[],
  { net, funds, cost }: { net: PayoutNetwork; funds: ReadonlyMap<string, bigint>; cost: bigint },
): Choice {
  const choice: Choice = { paid: [], waiting: [] };
  const left = new Map(funds);
  left.set(net.feeCoin, (left.get(net.feeCoin) ?? 0n) - cost);
  const canPayFee = (left.get(net.feeCoin) ?? 0n) >= 0n;
  for (const withdrawal of queued) {
    const { coin } = withdrawal;
    const payment = net.coins.get(coin)?.isStopped ? undefined : paymentOf(withdrawal, net);
    if (!payment || payment.amount < (net.amountMin ?? 0n)) {
      choice.waiting.push({ withdrawal, waitsFor: 'coin_stopped' });
      continue;
    }
    const rest = (left.get(coin) ?? 0n) - payment.amount;
    if (!canPayFee || rest < 0n) {
      choice.waiting.push({ withdrawal, waitsFor: canPayFee ? 'funds' : 'fee_funds' });
      continue;
    }
    left.set(coin, rest);
    choice.paid.push({ withdrawal, payment });
    // The others are for the next transaction, and wait for nothing else.
    if (choice.paid.length === net.paymentsMax) break;
  }
  return choice;
}

/** Undefined when the network has no such coin, or is too coarse for the amount. */
export function paymentOf(
  { id, coin, address, memo, amount }: Withdrawal,
  { coins }: Pick<PayoutNetwork, 'coins'>,
): Payment | undefined {
  const asset = coins.get(coin);
  const units = asset && parseDecimal(amount, asset.ledgerDecimals);
  const chainUnits = asset && units?.ok ? toChainUnits(units.value, asset) : undefined;
  if (!asset || chainUnits === undefined) return undefined;
  const { contract } = asset;
  return {
    ...{ to: address, coin, amount: chainUnits, withdrawal: id },
    ...(memo === null ? {} : { memo }),
    ...(contract === undefined ? {} : { contract }),
  };
}
