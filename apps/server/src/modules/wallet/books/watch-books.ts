import { ChainUnavailable } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Gauge } from 'prom-client';
import { readNetworks } from '#modules/markets/index.ts';
import { lockKeys } from '#platform/database/lease.ts';
import { repeatUnderLease } from '#platform/database/repeat-under-lease.ts';
import type { App } from '#platform/http/app.ts';
import { whileListening } from '#platform/http/while-listening.ts';
import type { Platform } from '#platform/platform.ts';
import { checkBooks, secondLookSeconds } from './check-books.ts';
import { listStopped, standingStops } from './stops.ts';

const tickMs = 5_000;
/** The books of a network are compared at least so often, and after everything that changed them. */
const roundMinutes = 3;

/** Compares books and chains for as long as the server listens, in one process at a time; every process tells what was found. */
export function watchBooks(app: App, platform: Platform): void {
  const { pool } = platform.database;
  const stops = standingStops(platform);
  app.readinessReasons.push(() =>
    stops.coins.length === 0
      ? undefined
      : `Nothing of ${stops.coins.join(', ')} goes out: the books did not agree with the chains, or a chain has transactions of ours that we do not know, and an operator must look.`,
  );
  measure(platform);
  whileListening(app, () => {
    const checks = repeatUnderLease({
      ...{ pool, key: lockKeys.walletBooks, intervalMs: tickMs, part: 'books', log: platform.log },
      work: () => checkDue(platform),
    });
    // Whoever checks may be another process.
    const look = setInterval(() => {
      stops.refresh().catch(() => undefined);
    }, tickMs).unref();
    return {
      stop: async () => {
        clearInterval(look);
        await checks.stop();
      },
    };
  });
}

/** Checks every network whose books changed, that differed last time and has another block or a minute since, or that was not looked at for long. */
export async function checkDue(platform: Platform): Promise<void> {
  const { networks } = await readNetworks(platform);
  for (const code of await listDue(platform.database.kysely)) {
    const network = networks.get(code);
    if (!network) continue;
    await checkBooks(platform, network).catch((err: unknown) => {
      // Whoever watches deposits tells of a node that is away.
      if (!(err instanceof ChainUnavailable))
        platform.log.error(
          { part: 'books', network: code, err },
          'the books of a network could not be compared',
        );
    });
  }
}

async function listDue(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select tips.network from chain_checkpoints tips left join lateral (
      select min(checked_at) as checked_at, min(height) as height, bool_or(difference <> 0) as differs,
        bool_or(
          differs_at <= now() - make_interval(secs => ${secondLookSeconds})
          and checked_at < differs_at + make_interval(secs => ${secondLookSeconds})
        ) as is_second_due
      from book_checks where book_checks.network = tips.network
    ) last on true
    where checked_at is null or checked_at < now() - make_interval(mins => ${roundMinutes})
      or (differs and last.height <> tips.height) or is_second_due
      or exists (select from deposits where deposits.network = tips.network and updated_at > checked_at)
      or exists (select from payouts where payouts.network = tips.network and updated_at > checked_at)
    order by checked_at nulls first
  `.execute(db);
  return rows.map(({ network }) => network);
}

function measure({ metrics, database }: Platform): void {
  const registers = [metrics.registry];
  const labelNames = ['network', 'coin'] as const;
  const read = async () => {
    const { rows } = await sql<{ network: string; coin: string; difference: number; age: number }>`
      select network, coin, (difference / 10::numeric ^ decimals)::float8 as difference,
        extract(epoch from now() - checked_at)::float8 as age
      from book_checks
    `.execute(database.kysely);
    return rows;
  };
  new Gauge({
    name: 'wallet_books_difference',
    help: 'Coins on our addresses less what the books say is there; 0 when all is well.',
    ...{ labelNames, registers },
    async collect() {
      for (const { network, coin, difference } of await read()) this.set({ network, coin }, difference);
    },
  });
  new Gauge({
    name: 'wallet_books_check_age_seconds',
    help: 'How long ago the books of a coin were compared with the chain.',
    ...{ labelNames, registers },
    async collect() {
      for (const { network, coin, age } of await read()) this.set({ network, coin }, age);
    },
  });
  new Gauge({
    name: 'wallet_coin_stopped',
    help: '1 for a coin of which nothing goes out until an operator lifts the stop.',
    labelNames: ['coin'],
    registers,
    async collect() {
      this.reset();
      for (const coin of await listStopped(database.kysely)) this.set({ coin }, 1);
    },
  });
}
