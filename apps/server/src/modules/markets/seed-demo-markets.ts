import { type QueryExecutorProvider, sql } from 'kysely';
import {
  type DemoCoin,
  type DemoCurrency,
  type DemoNetwork,
  type DemoPair,
  demoCoins,
  demoCurrencies,
  demoNetworks,
  demoPairs,
} from './demo-markets.ts';

/** Writes the demo's networks, coins and pairs. What an operator switched on or off stays as it is. */
export async function seedDemoMarkets(db: QueryExecutorProvider): Promise<void> {
  for (const [place, network] of demoNetworks.entries()) await seedNetwork(db, network, place);
  for (const [place, coin] of demoCoins.entries()) await seedCoin(db, coin, place);
  for (const [place, currency] of demoCurrencies.entries())
    await seedCurrency(db, currency, demoCoins.length + place);
  for (const [place, pair] of demoPairs.entries()) await seedPair(db, pair, place);
}

async function seedNetwork(db: QueryExecutorProvider, network: DemoNetwork, place: number): Promise<void> {
  const { code, name, standard, explorer, confirmations, feeCoin, addressFormat, memo = null } = network;
  await sql`
    insert into blockchains (
      code, name, token_standard, tx_explorer, confirmations, fee_coin, place, family, address_format, memo
    )
    values (
      ${code}, ${name}, ${standard}, ${explorer}, ${confirmations}, ${feeCoin}, ${place},
      'development', ${addressFormat}, ${memo}
    )
    on conflict (code) do update set
      name = excluded.name, token_standard = excluded.token_standard, tx_explorer = excluded.tx_explorer,
      confirmations = excluded.confirmations, fee_coin = excluded.fee_coin, place = excluded.place,
      family = excluded.family, address_format = excluded.address_format, memo = excluded.memo
  `.execute(db);
}

async function seedPair(db: QueryExecutorProvider, pair: DemoPair, place: number): Promise<void> {
  const { base, quote = 'USDT', steps, priceDecimals, quantityDecimals, quantityMin, quantityMax } = pair;
  await sql`
    insert into pairs (
      base, quote, book_steps, place, price_decimals, quantity_decimals, tick, lot, quantity_min, quantity_max
    )
    values (
      ${base}, ${quote}, ${[...steps]}::amount[], ${place}, ${priceDecimals}, ${quantityDecimals},
      power(10::numeric, -${priceDecimals}::integer), power(10::numeric, -${quantityDecimals}::integer),
      ${quantityMin}, ${quantityMax}
    )
    on conflict (code) do update set
      book_steps = excluded.book_steps, place = excluded.place, price_decimals = excluded.price_decimals,
      quantity_decimals = excluded.quantity_decimals, tick = excluded.tick, lot = excluded.lot,
      quantity_min = excluded.quantity_min, quantity_max = excluded.quantity_max
  `.execute(db);
}

async function seedCoin(db: QueryExecutorProvider, coin: DemoCoin, place: number): Promise<void> {
  const { code, name, base = code, decimals, txExplorer, withdrawalDailyMax } = coin;
  const logo = `/public/coins/${code.toLowerCase()}.svg`;
  const links = [
    { href: coin.site, title: 'Website' },
    { href: coin.explorer, title: 'Explorer' },
  ];
  await sql`
    insert into coins (code, name, base, decimals, logo, links, tx_explorer, place, withdrawal_daily_max)
    values (
      ${code}, ${name}, ${base}, ${decimals}, ${logo}, ${JSON.stringify(links)}::jsonb, ${txExplorer}, ${place},
      ${withdrawalDailyMax}
    )
    on conflict (code) do update set
      name = excluded.name, base = excluded.base, decimals = excluded.decimals, logo = excluded.logo,
      links = excluded.links, tx_explorer = excluded.tx_explorer, place = excluded.place,
      withdrawal_daily_max = excluded.withdrawal_daily_max
  `.execute(db);
  await seedCoinNetworks(db, coin);
}

async function seedCurrency(
  db: QueryExecutorProvider,
  { code, name, withdrawalDailyMax }: DemoCurrency,
  place: number,
): Promise<void> {
  await sql`
    insert into coins (code, name, base, decimals, logo, place, withdrawal_daily_max, kind)
    values (${code}, ${name}, ${code}, 2, ${`/public/coins/${code.toLowerCase()}.svg`}, ${place}, ${withdrawalDailyMax}, 'fiat')
    on conflict (code) do update set
      name = excluded.name, logo = excluded.logo, place = excluded.place,
      withdrawal_daily_max = excluded.withdrawal_daily_max
  `.execute(db);
}

async function seedCoinNetworks(db: QueryExecutorProvider, coin: DemoCoin): Promise<void> {
  const kept = coin.networks.map(({ network }) => network);
  await sql`
    delete from coin_blockchains where coin = ${coin.code} and blockchain <> all (${kept}::text[])
  `.execute(db);
  for (const [place, here] of coin.networks.entries()) {
    const { network, contract = null, decimals = coin.decimals, depositMin, withdrawal } = here;
    await sql`
      insert into coin_blockchains (
        coin, blockchain, place, contract, decimals, deposit_min, withdrawal_fee, withdrawal_min, withdrawal_max
      )
      values (
        ${coin.code}, ${network}, ${place}, ${contract}, ${decimals}, ${depositMin},
        ${withdrawal.fee}, ${withdrawal.min}, ${withdrawal.max}
      )
      on conflict (coin, blockchain) do update set
        place = excluded.place, contract = excluded.contract, decimals = excluded.decimals,
        deposit_min = excluded.deposit_min, withdrawal_fee = excluded.withdrawal_fee,
        withdrawal_min = excluded.withdrawal_min, withdrawal_max = excluded.withdrawal_max
    `.execute(db);
  }
}
