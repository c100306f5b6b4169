import type { HouseAccount, HouseLine } from '@emporion/contracts/rest';
import { houseKindOf } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { requireSeen } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { ledgerHistory, listLedger } from '../history/ledger.ts';

interface Row {
  /** Null: all accounts of users together. */
  readonly account: string | null;
  readonly coin: string;
  readonly units: string;
}

interface Trial {
  readonly currency: string;
  readonly users: string;
  readonly house: string;
  readonly sum: string;
}

/** The house's accounts and what everything comes to, read in one statement, so that both sides are of one moment. */
export async function readHouse(platform: Platform): Promise<{ results: HouseAccount[]; trial: Trial[] }> {
  await requireSeen(platform, ledgerHistory);
  const { rows } = await sql<Row>`
    select case when account like 'house:%' then account end as account, coin,
      sum(available + orders + withdrawals + codes)::text as units
    from balances group by 1, 2 order by 1 nulls last, 2
  `.execute(platform.database.kysely);
  const decimals = await platform.view.read((exchange) => new Map(exchange.coins));
  const show = (coin: string, units: bigint) => formatDecimal(units, decimals.get(coin) ?? 0);
  const results = rows.flatMap(({ account, coin, units }) => {
    if (account === null) return [];
    const [, , name = null] = account.split(':');
    const kind = houseKindOf(account) ?? 'unknown';
    return [{ account, kind, name, currency: coin, balance: show(coin, BigInt(units)) }];
  });
  const trial = [...new Set(rows.map(({ coin }) => coin))].sort().map((coin) => {
    const own = rows.filter((row) => row.coin === coin);
    const total = (isUsers: boolean) =>
      own
        .filter(({ account }) => (account === null) === isUsers)
        .reduce((sum, { units }) => sum + BigInt(units), 0n);
    const [users, house] = [total(true), total(false)];
    return {
      currency: coin,
      users: show(coin, users),
      house: show(coin, house),
      sum: show(coin, users + house),
    };
  });
  return { results, trial };
}

export async function listHouseLines(
  platform: Platform,
  {
    account,
    currency,
    from,
    limit,
    cursor,
  }: {
    account: string;
    currency?: string | undefined;
    from?: string | undefined;
    limit: number;
    cursor?: string | undefined;
  },
): Promise<{ results: HouseLine[]; next: string | null }> {
  await requireSeen(platform, ledgerHistory);
  const { rows, next } = await listLedger(
    platform.database.kysely,
    { account, coin: currency, from: from === undefined ? undefined : Date.parse(from) },
    { limit, cursor },
  );
  const decimals = await platform.view.read((exchange) => new Map(exchange.coins));
  const results = rows.map(({ event, line, at, coin, kind, amount, balance, reference }) => {
    const show = (units: bigint) => formatDecimal(units, decimals.get(coin) ?? 0);
    return {
      ...{ id: `${event}-${line}`, time: new Date(at).toISOString(), currency: coin, kind, reference },
      ...{ amount: show(amount), balance: show(balance) },
    };
  });
  return { results, next };
}
