import type { DevelopmentPayment } from '@emporion/chains';
import { invariant, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { type CoinNetwork, type Network, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { currentAddress } from '../addresses/deposit-addresses.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys, type PinnedKey } from '../signer/pinned-keys.ts';
import { watcherOf } from '../watch/watcher.ts';
import { listDueChains } from './block-maker.ts';
import { payFromTap } from './tap.ts';

/** Money of the demo for one of its people: the same key gives once. */
export interface Gift {
  readonly key: string;
  readonly userId: string;
  readonly coin: string;
  /** A decimal of the coin. */
  readonly amount: string;
}

/** The bookings of the demo's money before it came over chains. What has a number there was given then. */
export const formerSeries = 'demo';

/**
 * Gives money of the demo in the ordinary way: the tap pays to deposit addresses, one transaction for each network, and the watcher credits it when it is
 * final. The blocks that takes are made at once, so that nobody waits for them.
 */
export async function giveFromTap(platform: Platform, gifts: readonly Gift[]): Promise<void> {
  const { networks, coins } = await readNetworks(platform);
  const keys = new Map((await listPinnedKeys(platform.database.kysely)).map((key) => [key.network, key]));
  // Side by side: each waits for the disk most of the time.
  await Promise.all(
    [...networks.values()].map(async (network) => {
      const key = keys.get(network.code);
      if (network.family !== 'development' || !key) return;
      const own = gifts.flatMap((gift) => {
        // Each coin comes over the network that it is usually sent on. What could not be credited is not given.
        const coin = coins.find(
          (each) => each.coin === gift.coin && networks.get(each.network)?.family === 'development',
        );
        return coin?.network === network.code && !coin.depositsDisabled ? [{ ...gift, listed: coin }] : [];
      });
      if (own.length > 0) await giveOn(platform, { network, key }, own);
    }),
  );
}

interface ListedGift extends Gift {
  readonly listed: CoinNetwork;
}

async function giveOn(
  platform: Platform,
  { network, key }: { network: Network; key: PinnedKey },
  gifts: readonly ListedGift[],
): Promise<void> {
  const { kysely } = platform.database;
  const chain = await chainsOf(platform).development(network);
  const fresh = await withoutGiven(kysely, gifts);
  const addresses = new Map<string, { address: string; memo: string | null }>();
  for (const { userId } of fresh)
    if (!addresses.has(userId)) addresses.set(userId, await currentAddress(kysely, { network, key, userId }));
  if (fresh.length > 0)
    await chain.change(async (db, row) => {
      // Once more under the lock: another process may have given them meanwhile.
      const wanted = await withoutGiven(db, fresh);
      if (wanted.length === 0) return;
      const ids = await payFromTap(
        db,
        row,
        wanted.map((gift) => paymentOf(gift, addresses.get(gift.userId))),
      );
      await sql`
        insert into development_gifts (key, network, transaction_id)
        select key, ${network.code}, id from unnest(${wanted.map((gift) => gift.key)}::text[], ${ids}::text[]) as given (key, id)
      `.execute(db);
    });
  while ((await listDueChains(kysely)).includes(network.code)) await chain.mine(network.confirmations);
  await watcherOf(platform).follow(network.code);
}

function paymentOf(
  { listed, amount }: ListedGift,
  address: { address: string; memo: string | null } | undefined,
): DevelopmentPayment {
  const units = parseDecimal(amount, listed.decimals);
  invariant(address && units.ok, 'A gift has no address or is finer than its coin.');
  return {
    to: address.address,
    ...(address.memo !== null && { memo: address.memo }),
    ...(listed.contract !== null && { contract: listed.contract }),
    amount: units.value,
  };
}

async function withoutGiven<Each extends Gift>(
  db: QueryExecutorProvider,
  gifts: readonly Each[],
): Promise<Each[]> {
  const { rows } = await sql<{ key: string }>`
    select key from development_gifts where key = any (${gifts.map(({ key }) => key)})
    union all
    select reference from bookings
    where series = ${formerSeries} and released_at is null and reference = any (${gifts.map(({ key }) => key)})
  `.execute(db);
  const given = new Set(rows.map(({ key }) => key));
  return gifts.filter(({ key }) => !given.has(key));
}
