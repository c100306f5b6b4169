import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Networks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { coinOnNetwork } from '../networks/coin-on-network.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';

/** Of a coin on a network, as decimals of the coin. */
export interface HotLimits {
  readonly network: string;
  readonly coin: string;
  readonly floor: string;
  readonly target: string;
  /** Null: nothing goes to the cold address. */
  readonly ceiling: string | null;
}

export async function listHotLimits(db: QueryExecutorProvider, network?: string): Promise<HotLimits[]> {
  const { rows } = await sql<HotLimits>`
    select network, coin, trim_scale(floor)::text as floor, trim_scale(target)::text as target, trim_scale(ceiling)::text as ceiling
    from hot_limits where ${network ?? null}::text is null or network = ${network ?? null} order by network, coin
  `.execute(db);
  return rows;
}

/**
 * Floor ≤ target < ceiling, and all as fine as the coin. Without a cold address there is nothing that limits could move.
 *
 * @throws Problem coin_invalid, network_invalid, cold_wallet_unavailable, amount_too_many_decimals, amount_too_large (the floor), amount_too_small (the ceiling).
 */
export async function setHotLimits(
  transaction: QueryExecutorProvider,
  networks: Networks,
  { network, coin, floor, target, ceiling }: HotLimits,
): Promise<void> {
  const {
    listed: { ledgerDecimals },
  } = coinOnNetwork(networks, { coin, network });
  const key = (await listPinnedKeys(transaction)).find((each) => each.network === network);
  if (!key?.coldAddress) throw new Problem('cold_wallet_unavailable');
  const units = (text: string): bigint => {
    const parsed = parseDecimal(text, ledgerDecimals);
    if (!parsed.ok) throw new Problem('amount_too_many_decimals', { params: { max: ledgerDecimals } });
    return parsed.value;
  };
  if (units(floor) > units(target)) {
    const sentence = { code: 'amount_too_large', params: { max: target } } as const;
    throw new Problem(sentence.code, { ...sentence, fields: { floor: sentence } });
  }
  if (ceiling !== null && units(ceiling) <= units(target)) {
    const min = formatDecimal(units(target) + 1n, ledgerDecimals);
    const sentence = { code: 'amount_too_small', params: { min } } as const;
    throw new Problem(sentence.code, { ...sentence, fields: { ceiling: sentence } });
  }
  await sql`
    insert into hot_limits (network, coin, floor, target, ceiling)
    values (${network}, ${coin}, ${floor}::numeric, ${target}::numeric, ${ceiling}::numeric)
    on conflict (network, coin) do update set floor = excluded.floor, target = excluded.target, ceiling = excluded.ceiling
  `.execute(transaction);
}

/** What people have asked to be paid and is not in a transaction yet, as decimals of the coin. */
export async function queuedOf(
  db: QueryExecutorProvider,
  { network, coin }: { network: string; coin: string },
): Promise<string> {
  const { rows } = await sql<{ queued: string }>`
    select coalesce(trim_scale(sum(amount)), 0)::text as queued from withdrawals
    where network = ${network} and coin = ${coin} and recipient is null
      and status in ('requested', 'confirmed', 'held', 'queued')
  `.execute(db);
  return rows[0]?.queued ?? '0';
}
