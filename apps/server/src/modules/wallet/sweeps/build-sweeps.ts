import type { KeyPath, Payment } from '@emporion/chains';
import type { Platform } from '#platform/platform.ts';
import type { PayoutNetwork } from '../payouts/payout-network.ts';
import { insertPayout, lockNonces, nextNonce } from '../payouts/store.ts';
import { isBeingToppedUp, listSweepCandidates, type SweepCandidate } from './sweep-candidates.ts';

const candidatesMax = 50;
/** Less than so many times what it costs is left where it lies. */
const worthwhile = 20n;

/**
 * Brings what users deposited to the hot address, from which payouts are made. An address that holds tokens and nothing to pay the network with gets that
 * first, and is emptied in a later turn.
 */
export async function buildSweeps(platform: Platform, net: PayoutNetwork): Promise<void> {
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
  const cost = net.costOf(await net.termsOf({ from: path, nonce: 0, payments: [] }));
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

/** In one transaction for all of them. */
async function topUp(
  platform: Platform,
  net: PayoutNetwork,
  needy: readonly SweepCandidate[],
): Promise<void> {
  const payments = new Map<string, Payment>();
  for (const { address, index } of needy) {
    if (await isBeingToppedUp(platform.database.kysely, { network: net.network, address })) continue;
    const own: KeyPath = { branch: 0, index };
    const cost = net.costOf(await net.termsOf({ from: own, nonce: 0, payments: [] }));
    payments.set(address, { to: address, own, coin: net.feeCoin, amount: cost });
  }
  if (payments.size === 0 || !(await canAfford(net, [...payments.values()]))) return;
  await write(platform, net, { kind: 'top-up', from: net.hot, payments: [...payments.values()] });
}

/** A top-up that the hot address cannot pay would keep its number, and every payout after it would wait. */
async function canAfford(net: PayoutNetwork, payments: readonly Payment[]): Promise<boolean> {
  const { height } = await net.chain.tip();
  const funds = await net.chain.balance([net.hot.address], { contract: undefined, height });
  const cost = net.costOf(await net.termsOf({ from: net.hot.path, nonce: 0, payments }));
  return payments.reduce((sum, { amount }) => sum + amount, cost) <= funds;
}

async function write(
  platform: Platform,
  net: PayoutNetwork,
  transfer: {
    kind: 'sweep' | 'top-up';
    from: { readonly address: string; readonly path: KeyPath };
    payments: readonly Payment[];
  },
): Promise<void> {
  const { kind, from, payments } = transfer;
  const { network } = net;
  const expected = await net.nonceOf(from.address);
  await platform.database.kysely.transaction().execute(async (transaction) => {
    await lockNonces(transaction, network);
    const used = await nextNonce(transaction, { network, address: from.address });
    const nonce = Math.max(expected, used ?? 0);
    const terms = await net.termsOf({ from: from.path, nonce, payments });
    await insertPayout(transaction, {
      ...{ network, kind, fromAddress: from.address, nonce, payments, terms, status: 'built' },
    });
  });
}
