import { randomUUID } from 'node:crypto';
import type { KeyPath, Payment } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { type Draft, type PayoutNetwork, toLedgerUnitsUp } from '../payouts/payout-network.ts';
import { insertPayout } from '../payouts/store.ts';
import { unitsOf } from '../withdrawals/policy.ts';
import { valueForLimits } from '../withdrawals/value-for-limits.ts';
import { isBeingToppedUp, listSweepCandidates, type SweepCandidate } from './sweep-candidates.ts';
import { isSweepAsked, noteRound } from './sweep-requests.ts';

/** So many are looked at in a turn: a node is asked several questions for each. */
const candidatesMax = 50;

/** By network, the last one that was looked at. Those that are not worth it stay candidates, so each turn goes on where the one before it ended. */
const lastLookedAt = defineService('last sweep candidates', () => new Map<string, SweepCandidate>());

/**
 * Brings what users deposited to the hot address, from which payouts are made. An address that holds tokens and nothing to pay the network with gets that
 * first, and is emptied in a later turn.
 *
 * @returns whether there was an address to look at.
 */
export async function buildSweeps(platform: Platform, net: PayoutNetwork): Promise<boolean> {
  if (!net.needsSweeps) return false;
  const { kysely } = platform.database;
  const isAsked = await isSweepAsked(kysely, net.network);
  const { found, isLast } = await nextCandidates(platform, net.network);
  if (found.length === 0) {
    if (isAsked) await noteRound(kysely, net.network, true);
    return false;
  }
  const { height } = await net.chain.tip();
  const worth = isAsked ? 0n : await readSweepWorth(kysely, net.network);
  const needy: SweepCandidate[] = [];
  // Tokens first: their fee is paid with the coin of the chain, of which the rest goes afterwards.
  const ordered = [...found].sort((a, b) => Number(a.coin === net.feeCoin) - Number(b.coin === net.feeCoin));
  const emptied = new Set<string>();
  for (const candidate of ordered) {
    if (emptied.has(candidate.address)) continue;
    const outcome = await sweep(platform, net, { candidate, height, worth });
    if (outcome === 'swept') emptied.add(candidate.address);
    if (outcome === 'no_fee') needy.push(candidate);
  }
  await topUp(platform, net, needy);
  // What gets its fee first is emptied in a later turn.
  if (isAsked) await noteRound(kysely, net.network, isLast && needy.length === 0);
  return true;
}

/** The page after the last one, and the first again after the last of all. */
async function nextCandidates(
  platform: Platform,
  network: string,
): Promise<{ found: SweepCandidate[]; isLast: boolean }> {
  const { kysely } = platform.database;
  const cursors = lastLookedAt(platform);
  const page = (after: SweepCandidate | undefined) =>
    listSweepCandidates(kysely, { network, limit: candidatesMax, after });
  const after = cursors.get(network);
  const found = await page(after);
  const last = found.length === candidatesMax ? found.at(-1) : undefined;
  if (last) cursors.set(network, last);
  else cursors.delete(network);
  return found.length === 0 && after
    ? nextCandidates(platform, network)
    : { found, isLast: last === undefined };
}

async function readSweepWorth(db: QueryExecutorProvider, network: string): Promise<bigint> {
  const { rows } = await sql<{ worth: number }>`
    select sweep_worth as worth from blockchains where code = ${network}
  `.execute(db);
  return BigInt(rows[0]?.worth ?? 0);
}

async function sweep(
  platform: Platform,
  net: PayoutNetwork,
  { candidate, height, worth }: { candidate: SweepCandidate; height: number; worth: bigint },
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
  if (amount <= 0n) return 'not_worth_it';
  const isWorthIt = isNative
    ? amount >= cost * worth
    : await isTokenWorthIt(platform, net, { coin, amount, cost, worth });
  if (!isWorthIt) return 'not_worth_it';
  if (native < cost) return 'no_fee';
  const payment: Payment = {
    ...{ to: net.hot.address, own: net.hot.path, coin, amount },
    ...(asset.contract === undefined ? {} : { contract: asset.contract }),
  };
  const draft: Draft = { kind: 'sweep', from: { address, path }, payments: [payment] };
  if (await net.wouldFail?.(draft)) return 'not_worth_it';
  await write(platform, net, draft);
  return 'swept';
}

/** By what both were last traded for. What nobody knows the price of is swept. */
async function isTokenWorthIt(
  platform: Platform,
  net: PayoutNetwork,
  { coin, amount, cost, worth }: { coin: string; amount: bigint; cost: bigint; worth: bigint },
): Promise<boolean> {
  const inUsdt = async (of: string, units: bigint) => {
    const asset = net.coins.get(of);
    return asset && valueForLimits(platform, { coin: of, units: toLedgerUnitsUp(units, asset) });
  };
  const [swept, paid] = [await inUsdt(coin, amount), await inUsdt(net.feeCoin, cost)];
  return swept === undefined || paid === undefined || unitsOf(swept) >= unitsOf(paid) * worth;
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
