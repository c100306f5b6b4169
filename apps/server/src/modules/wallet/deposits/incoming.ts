import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { toLedger } from './judge-deposit.ts';

/** What a user has been sent of each coin and has not been credited yet, as decimals. */
export async function readIncoming(platform: Platform, userId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ network: string; coin: string; units: string }>`
    select network, coin, sum(chain_amount)::text as units from deposits
    where user_id = ${userId} and coin is not null and status in ('pending', 'confirming', 'crediting', 'held')
    group by network, coin
  `.execute(platform.database.kysely);
  const { coins } = await readNetworks(platform);
  const sums = new Map<string, { units: bigint; decimals: number }>();
  for (const { network, coin, units } of rows) {
    const listed = coins.find((each) => each.network === network && each.coin === coin);
    if (!listed) continue;
    const { amount } = toLedger(BigInt(units), listed);
    const known = sums.get(coin)?.units ?? 0n;
    sums.set(coin, { units: known + amount, decimals: listed.ledgerDecimals });
  }
  return new Map([...sums].map(([coin, { units, decimals }]) => [coin, formatDecimal(units, decimals)]));
}
