import { type DepositAddress, depositEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { cursorOf, placeOf } from '#platform/paging/page.ts';
import type { Platform } from '#platform/platform.ts';
import { requireKnownFilters } from '../known-filters.ts';
import { coinOnNetwork } from '../networks/coin-on-network.ts';
import { listPinnedKeys, type PinnedKey } from '../signer/pinned-keys.ts';
import { readCheckpoint } from '../watch/chain-store.ts';
import { watcherOf } from '../watch/watcher.ts';
import { normalizeAddress } from './chain-addresses.ts';
import { currentAddress, freshAddress } from './deposit-addresses.ts';

/** Nobody needs more addresses in a minute, and each is watched for ever. */
const freshPerMinute = 30;

export function addAddressRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, depositEndpoints.address, async ({ caller: { userId }, query }) => {
    const wanted = { ...(await openNetwork(platform, query)), userId };
    return showOne(platform, { ...wanted, ...(await currentAddress(kysely, wanted)) });
  });

  serveEndpoint(
    app,
    depositEndpoints.newAddress,
    async ({ caller: { userId }, body }) => {
      const wanted = { ...(await openNetwork(platform, body)), userId };
      return showOne(platform, { ...wanted, ...(await freshAddress(kysely, wanted)) });
    },
    { rateLimitPerMinute: freshPerMinute },
  );

  serveEndpoint(app, depositEndpoints.addresses, async ({ caller: { userId }, query }) => {
    const { limit, offset, network = null } = query;
    await requireKnownFilters(platform, query);
    const before = query.cursor === undefined ? null : (placeOf(query.cursor, 2)[1] ?? null);
    const rows = await listAddresses(
      kysely,
      sql`user_id = ${userId} and (${network}::text is null or network = ${network}) and (${before}::bigint is null or id < ${before})
        order by id desc limit ${limit + 1} offset ${offset}`,
    );
    const { networks } = await readNetworks(platform);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      results: rows.slice(0, limit).map((row) => onWire(row, networks.get(row.network))),
      next: last ? cursorOf([last.createdAt.getTime(), Number(last.id)]) : null,
    };
  });

  serveEndpoint(app, depositEndpoints.lookUp, async ({ caller: { userId }, query }) => {
    const { networks, coins } = await readNetworks(platform);
    const network = networks.get(query.network);
    if (!network) throw new Problem('network_invalid');
    const address = normalizeAddress(network, query.address);
    const memo = query.memo === undefined || query.memo === '' ? null : query.memo;
    const key = (await listPinnedKeys(kysely)).find((each) => each.network === network.code);
    const [row] = await listAddresses(
      kysely,
      // Given out on whichever network of the same keys: what comes over this one reaches its owner too.
      sql`user_id = ${userId} and address = ${address ?? ''} and memo is not distinct from ${memo}
        and account = ${key?.account ?? null}
        order by network = ${network.code} desc limit 1`,
    );
    if (!row) throw new Problem('invalid_deposit_address');
    const currencies = coins.filter((each) => each.network === network.code).map(({ coin }) => coin);
    return { ...onWire(row, network), network: network.code, currencies };
  });
}

export interface OpenNetwork {
  readonly network: Network;
  readonly key: PinnedKey;
}

/** @throws Problem coin_invalid, network_invalid, deposits_disabled (this network), deposit_disabled (the coin), wallet_service_error without a key or a node. */
export async function openNetwork(
  platform: Platform,
  { currency, network: code }: { currency: string; network: string },
): Promise<OpenNetwork> {
  const { network, listed } = coinOnNetwork(await readNetworks(platform), { coin: currency, network: code });
  if (network.depositsDisabled) throw new Problem('deposits_disabled');
  if (listed.depositsDisabled) throw new Problem('deposit_disabled');
  const key = (await listPinnedKeys(platform.database.kysely)).find((each) => each.network === code);
  if (!key) throw new Problem('wallet_service_error');
  await requireWatched(platform, network);
  return { network, key };
}

/**
 * A network is watched from the block on that was its last when it was first looked at, so nothing may be paid to us before that: nobody would ever see it.
 *
 * @throws Problem wallet_service_error while its node cannot be asked.
 */
async function requireWatched(platform: Platform, { code, family }: Network): Promise<void> {
  // A chain of our own is read from its first block.
  if (family === 'development' || (await readCheckpoint(platform.database.kysely, code))) return;
  const isWatched = await watcherOf(platform)
    .follow(code)
    .catch((err: unknown) => {
      platform.log.error({ part: 'deposits', network: code, err }, 'a new network could not be followed');
      return false;
    });
  if (!isWatched) throw new Problem('wallet_service_error');
}

interface AddressRow {
  readonly id: bigint;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  readonly createdAt: Date;
  readonly firstUsedAt: Date | null;
  readonly isCurrent: boolean;
}

async function listAddresses(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select id, network, address, memo, created_at as "createdAt", first_used_at as "firstUsedAt",
      id = (
        select max(id) from chain_addresses newest
        where newest.user_id = chain_addresses.user_id and newest.network = chain_addresses.network
      ) as "isCurrent"
    from chain_addresses where ${which}
  `.execute(db);
  return rows;
}

async function showOne(
  { database }: Platform,
  { network, userId, address, memo }: OpenNetwork & { userId: string; address: string; memo: string | null },
): Promise<DepositAddress> {
  const [row] = await listAddresses(
    database.kysely,
    sql`user_id = ${userId} and network = ${network.code} and address = ${address} and memo is not distinct from ${memo}`,
  );
  if (!row) throw new Error('An address went away.');
  return onWire(row, network);
}

function onWire(row: AddressRow, network: Network | undefined): DepositAddress {
  const { address, memo, createdAt, firstUsedAt, isCurrent } = row;
  return {
    ...{ network: row.network, address, memo, memo_kind: network?.memo ?? null },
    created: createdAt.toISOString(),
    first_used: firstUsedAt?.toISOString() ?? null,
    current: isCurrent,
  };
}
