import { randomUUID } from 'node:crypto';
import type { KeyPath, Payment } from '@emporion/chains';
import type { Platform } from '#platform/platform.ts';
import type { Draft, PayoutNetwork } from '../payouts/payout-network.ts';
import { insertPayout } from '../payouts/store.ts';
import { isBeingToppedUp, listSweepCandidates, type SweepCandidate } from './sweep-candidates.ts';

const candidatesMax = 50;
/** Less than so many times what it costs is left where it lies. */
const worthwhile = 20n;

/**
 * Brings what users deposited to the hot address, from which payouts are made. An address that holds tokens and nothing to pay the network with gets that
 * first, and is emptied in a later turn.
 */
export async function buildSweeps(platform: Platform, net: PayoutNetwork): Promise<void> {
  if (!net.needsSweeps) return;
  const { kysely } = platform.database;
  const found = await listSweepCandidates(kysely, { network: net.network, limit: candidatesMax });
  if (found.length === 0) return;
  const { height } = await net.chain.tip();
  const needy: SweepCandidate[] = [];
  // Tokens first: their fee is paid with the coin of the chain, of which the rest goes afterwards.
  const ordered = [...found].sort((a, b) => Number(a.coin === net.feeCoin) - Number(b.coin === net.feeCoin));
  const emptied = new Set<string>();
  for (const candidate of ordered) {
    if (emptied.has(candidate.address)) continue;
    const outcome = await sweep(platform, net, { candidate, height });
    if (outcome === 'swept') emptied.add(candidate.address);
    if (outcome === 'no_fee') needy.push(candidate);
  }
  await topUp(platform, net, needy);
}

async function sweep(
  platform: Platform,
  net: PayoutNetwork,
  { candidate, height }: { candidate: SweepCandidate; height: number },
): Promise<'swept' | 'no_fee' | 'not_worth_it'> {
  const { address, index, coin } = candidate;
  const asset = net.coins.get(coin);
  if (!asset) return 'not_worth_it';
  const path: KeyPath = { branch: 0, index };
  const cost = await costOfSweep(net, candidate);
  const native = await net.chain.balance([address], { contract: undefined, height });
  const isNative = asset.contract === undefined;
  const balance = isNative
    ? native
    : await net.chain.balance([address], { contract: asset.contract, height });
  const amount = isNative ? balance - cost : balance;
  if (amount <= 0n || (isNative && amount < cost * worthwhile)) return 'not_worth_it';
  if (native < cost) return 'no_fee';
  const payment: Payment = {
    ...{ to: net.hot.address, own: net.hot.path, coin, amount },
    ...(asset.contract === undefined ? {} : { contract: asset.contract }),
  };
  await write(platform, net, { kind: 'sweep', from: { address, path }, payments: [payment] });
  return 'swept';
}

/** In one transaction for as many of them as it can pay. */
async function topUp(
  platform: Platform,
  net: PayoutNetwork,
  needy: readonly SweepCandidate[],
): Promise<void> {
  const payments = new Map<string, Payment>();
  for (const candidate of needy) {
    const { address, index } = candidate;
    if (await isBeingToppedUp(platform.database.kysely, { network: net.network, address })) continue;
    const own: KeyPath = { branch: 0, index };
    const cost = await costOfSweep(net, candidate);
    payments.set(address, { to: address, own, coin: net.feeCoin, amount: cost });
  }
  const all = [...payments.values()];
  if (all.length === 0 || !(await canAfford(net, all))) return;
  for (let at = 0; at < all.length; at += net.paymentsMax)
    await write(platform, net, {
      ...{ kind: 'top-up', from: net.hot, payments: all.slice(at, at + net.paymentsMax) },
    });
}

/** A top-up that the hot address cannot pay would keep its number, and every payout after it would wait. */
async function canAfford(net: PayoutNetwork, payments: readonly Payment[]): Promise<boolean> {
  const funds = (await net.funds([net.feeCoin])).get(net.feeCoin) ?? 0n;
  const cost = await net.costOf({ kind: 'top-up', from: net.hot, payments });
  const transactions = BigInt(Math.ceil(payments.length / net.paymentsMax));
  return payments.reduce((sum, { amount }) => sum + amount, cost * transactions) <= funds;
}

/** The most that it can cost to bring a coin from this address to the hot one. */
function costOfSweep(net: PayoutNetwork, { address, index, coin }: SweepCandidate): Promise<bigint> {
  const contract = net.coins.get(coin)?.contract;
  const payment = { to: net.hot.address, own: net.hot.path, coin, amount: 1n };
  const payments = [contract === undefined ? payment : { ...payment, contract }];
  return net.costOf({ kind: 'sweep', from: { address, path: { branch: 0, index } }, payments });
}

async function write(platform: Platform, net: PayoutNetwork, draft: Draft): Promise<void> {
  const { kind, from, payments } = draft;
  const prepared = await net.prepare(draft);
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const id = randomUUID();
    const plan = await prepared.plan(transaction, id);
    if ('waitsFor' in plan) return;
    await insertPayout(transaction, {
      ...{ id, network: net.network, kind, fromAddress: from.address, payments, status: 'built' },
      ...plan,
    });
  });
}
