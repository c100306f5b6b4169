import { type Chain, ChainUnavailable } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { bookMovement, releaseRefused } from '../bookings.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { changeRefill, listRefills, listRefillTransactions, type Refill } from './refill.ts';

interface Place {
  readonly network: Network;
  readonly chain: Chain;
}

/** Sends what came back signed, and follows it until it is final. Cold and hot are both in custody, so that nothing is booked but what the network took. */
export async function runRefills(platform: Platform): Promise<void> {
  const open = await listRefills(
    platform.database.kysely,
    sql`status in ('signed', 'broadcast', 'confirming') or books = 'settling'`,
  );
  if (open.length === 0) return;
  const { networks } = await readNetworks(platform);
  for (const refill of open) {
    const network = networks.get(refill.network);
    if (!network) continue;
    try {
      await runRefill(platform, { network, chain: await chainsOf(platform).of(network) }, refill);
    } catch (error) {
      if (error instanceof ChainUnavailable)
        platform.log.warn({ refill: refill.id, reason: error.message }, 'a refill waits for its node');
      else platform.log.error({ refill: refill.id, err: error }, 'a refill cannot go on, and is tried again');
    }
  }
}

/** As far as it goes in this turn; each step may be repeated. */
async function runRefill(platform: Platform, place: Place, refill: Refill): Promise<void> {
  let stands: Refill | undefined = refill;
  for (let before: string | undefined; stands && before !== `${stands.status} ${stands.books}`; ) {
    before = `${stands.status} ${stands.books}`;
    stands = await step(platform, place, stands);
  }
}

async function step(platform: Platform, place: Place, seen: Refill): Promise<Refill | undefined> {
  if (seen.books === 'settling') return settle(platform, place, seen);
  if (!isOpen(seen)) return seen;
  const refill = await turnToMined(platform, place, seen);
  if (refill?.status === 'signed') return send(platform, place, refill);
  return refill && follow(platform, place, refill);
}

function isOpen({ status }: Refill): boolean {
  return status === 'signed' || status === 'broadcast' || status === 'confirming';
}

/** Of several that were signed for it, each at a higher fee, the one that is in a block is the one that counts. */
async function turnToMined(
  platform: Platform,
  { chain }: Place,
  refill: Refill,
): Promise<Refill | undefined> {
  const { kysely } = platform.database;
  const signed = await listRefillTransactions(kysely, refill);
  if (signed.length < 2) return refill;
  for (const each of signed) {
    if ((await chain.stateOf(each.id)).state !== 'mined') continue;
    if (each.id === refill.transactionId) return refill;
    return changeRefill(kysely, refill, { status: 'broadcast', signed: each, blockHeight: null });
  }
  return refill;
}

async function send(platform: Platform, { chain }: Place, refill: Refill): Promise<Refill | undefined> {
  const { kysely } = platform.database;
  const sent = await chain.send(refill.raw ?? '');
  if (sent.outcome === 'later') return refill;
  const isKnown =
    sent.outcome === 'accepted' || (await chain.stateOf(refill.transactionId ?? '')).state !== 'unknown';
  if (isKnown) return changeRefill(kysely, refill, { status: 'broadcast' });
  platform.log.error({ refill: refill.id, reason: sent.reason }, 'the network refused a refill for good');
  // One that was sent before it may be mined all the same.
  const [earlier] = (await listRefillTransactions(kysely, refill)).filter(
    ({ id }) => id !== refill.transactionId,
  );
  if (earlier) return changeRefill(kysely, refill, { status: 'broadcast', signed: earlier });
  return changeRefill(kysely, refill, { status: 'failed', reason: 'refused', books: 'settled' });
}

async function follow(
  platform: Platform,
  { network, chain }: Place,
  refill: Refill,
): Promise<Refill | undefined> {
  const { kysely } = platform.database;
  const found = await chain.stateOf(refill.transactionId ?? '');
  if (found.state !== 'mined') {
    // Forgotten by the node, or taken back by a reorganisation: the same bytes again.
    if (found.state === 'unknown') await chain.send(refill.raw ?? '');
    return refill.status === 'confirming'
      ? changeRefill(kysely, refill, { status: 'broadcast', blockHeight: null })
      : refill;
  }
  const { block, cost, succeeded } = found;
  const mined = { blockHeight: block.height, cost };
  const confirmations = (await chain.tip()).height - block.height + 1;
  if (confirmations < network.confirmations)
    return refill.status === 'confirming' && refill.blockHeight === block.height
      ? refill
      : changeRefill(kysely, refill, { status: 'confirming', ...mined });
  const end = succeeded
    ? ({ status: 'completed' } as const)
    : ({ status: 'failed', reason: 'transaction_failed' } as const);
  return changeRefill(kysely, refill, { ...end, books: 'settling', ...mined });
}

/** Where the chain counts more finely than the ledger a whole unit is booked, and what of it was not taken is kept in the chain's units. */
async function settle(platform: Platform, { network }: Place, refill: Refill): Promise<Refill | undefined> {
  const { kysely } = platform.database;
  const { coins } = await readNetworks(platform);
  const fee = coins.find(({ coin, network: code }) => coin === network.feeCoin && code === network.code);
  if (!fee) throw new Error(`${network.code} has no coin ${network.feeCoin} any more.`);
  const cost = refill.cost ?? 0n;
  const finer = 10n ** BigInt(Math.max(0, fee.decimals - fee.ledgerDecimals));
  const coarser = 10n ** BigInt(Math.max(0, fee.ledgerDecimals - fee.decimals));
  const amount = ((cost + finer - 1n) / finer) * coarser;
  if (amount > 0n) {
    const reference = `refill:${refill.id}`;
    const booking = await kysely
      .transaction()
      .execute((transaction) => bookMovement(transaction, { series: 'refill-final', reference }));
    const from = houseAccount('network-costs', network.code);
    const leg = { from, to: houseAccount('custody', network.code), coin: fee.coin, amount };
    const result = await platform.runtime.execute({
      ...{ kind: 'MoveHouseMoney', cause: 'network_cost', legs: [leg], booking, reference },
      ...{ actor: `watcher:${network.code}`, reason: `final on ${network.code}: ${refill.transactionId}` },
    });
    if (result.status === 'rejected') {
      await releaseRefused(platform, booking);
      throw new Error(`The exchange refused to settle the refill ${refill.id}: ${result.rejection.code}.`);
    }
  }
  const costRemainder = (amount / coarser) * finer - cost;
  return changeRefill(kysely, refill, { books: 'settled', costRemainder });
}
