import { type TestCoins, takingsAnHour, testCoinEndpoints } from '@emporion/contracts/rest';
import { formatDecimal, invariant, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { type CoinNetwork, readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { openNetwork } from '../addresses/address-routes.ts';
import { currentAddress } from '../addresses/deposit-addresses.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { payFromTap } from './tap.ts';

const hourMs = 3_600_000;

/** What is given at a time: worth about a thousand dollars, enough to try everything. */
const amounts: Readonly<Record<string, string>> = {
  USDT: '1000',
  BTC: '0.02',
  ETH: '0.4',
  BNB: '1.5',
  TRX: '4000',
  POL: '2000',
  RBTC: '0.02',
  ARB: '1500',
  XRP: '500',
};
const amountOfOthers = '100';

/** Lets every user of a demo have coins: its tap pays them to their own address, and they come in as any deposit does. Elsewhere it does not exist. */
export function addTapRoute(app: App, platform: Platform): void {
  if (!platform.config.demo) return;
  serveEndpoint(app, testCoinEndpoints.take, ({ caller: { userId }, body: { currency, network } }) =>
    takeTestCoins(platform, { userId, coin: currency, network }),
  );
}

/** @throws Problem those of `openNetwork`; network_invalid for a network that is no development chain; rate_limit_exceeded. */
async function takeTestCoins(
  platform: Platform,
  { userId, coin, network: wanted }: { userId: string; coin: string; network: string | undefined },
): Promise<TestCoins> {
  const { kysely } = platform.database;
  const { networks, coins } = await readNetworks(platform);
  const usual = coins.find(
    (each) => each.coin === coin && networks.get(each.network)?.family === 'development',
  );
  const code = wanted ?? usual?.network ?? '';
  const { network, key } = await openNetwork(platform, { currency: coin, network: code });
  const listed = coins.find((each) => each.coin === coin && each.network === code);
  if (!listed || network.family !== 'development') throw new Problem('network_invalid');
  const { address, memo } = await currentAddress(kysely, { network, key, userId });
  const units = unitsGiven(listed);
  const chain = await chainsOf(platform).development(network);
  const hash = await chain.change(async (db, row) => {
    await requireLeft(db, { userId, coin, now: platform.clock.now() });
    const [id = ''] = await payFromTap(db, row, [
      {
        ...{ to: address, amount: units },
        ...(memo !== null && { memo }),
        ...(listed.contract !== null && { contract: listed.contract }),
      },
    ]);
    await sql`
      insert into development_takings (user_id, coin, network, transaction_id, taken_at)
      values (${userId}, ${coin}, ${network.code}, ${id}, ${platform.clock.now()})
    `.execute(db);
    return id;
  });
  return {
    ...{ currency: coin, network: network.code, address, memo, hash },
    amount: formatDecimal(units, listed.decimals),
  };
}

/** In the chain's units, and no less than is credited. */
function unitsGiven({ coin, decimals, depositMin }: CoinNetwork): bigint {
  const unitsOf = (text: string) => {
    const parsed = parseDecimal(text, decimals);
    invariant(parsed.ok, `${text} is finer than ${coin}.`);
    return parsed.value;
  };
  const usual = unitsOf(amounts[coin] ?? amountOfOthers);
  const least = unitsOf(depositMin);
  if (least > usual) return least;
  return usual;
}

/** One at a time for each user and coin, over all networks. @throws Problem rate_limit_exceeded. */
async function requireLeft(
  db: QueryExecutorProvider,
  { userId, coin, now }: { userId: string; coin: string; now: Date },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`test coins ${userId} ${coin}`}, 0))`.execute(db);
  const since = new Date(now.getTime() - hourMs);
  const { rows } = await sql<{ takenAt: Date }>`
    select taken_at as "takenAt" from development_takings
    where user_id = ${userId} and coin = ${coin} and taken_at > ${since} order by taken_at
  `.execute(db);
  const [oldest] = rows;
  if (!oldest || rows.length < takingsAnHour) return;
  throw new Problem('rate_limit_exceeded', {
    sentence: { code: 'test_coins_taken', params: { max: takingsAnHour } },
    retryAfterSeconds: Math.max(1, Math.ceil((oldest.takenAt.getTime() - since.getTime()) / 1_000)),
  });
}
