import { type QueryExecutorProvider, sql } from 'kysely';

/** Who writes the table of volumes: what counts by it waits for. */
export const volumeHistory = 'traded-volumes';

/** What an account has traded of one quote coin, in its smallest unit. */
export interface VolumeRecord {
  readonly account: string;
  readonly coin: string;
  readonly volume: bigint;
}

export const volumeDays = 30;
const dayMs = 86_400_000;

/** The day of UTC, counted since 1970. */
export const dayOf = (at: number) => Math.floor(at / dayMs);

/** The day of UTC, counted since 1970, from which a volume of 30 days counts: 29 whole days and today. */
export function firstVolumeDay(now: number): number {
  return dayOf(now) - volumeDays + 1;
}

/** What an account has traded within 30 days, by quote coin, on either side of its trades. `now` is in milliseconds since 1970. */
export function readVolumes(
  database: QueryExecutorProvider,
  { account, now }: { account: string; now: number },
): Promise<VolumeRecord[]> {
  return readVolumesOf(database, { accounts: [account], fromDay: firstVolumeDay(now) });
}

/** What some accounts have traded since a day, by account and quote coin. */
export async function readVolumesOf(
  database: QueryExecutorProvider,
  { accounts, fromDay }: { accounts: readonly string[]; fromDay: number },
): Promise<VolumeRecord[]> {
  const { rows } = await sql<Omit<VolumeRecord, 'volume'> & { volume: string }>`
    select account, coin, sum(volume)::text as volume from traded_volumes
    where account = any(${accounts}) and day >= ${fromDay} group by account, coin
  `.execute(database);
  return rows.map((row) => ({ ...row, volume: BigInt(row.volume) }));
}
