import type { BlockchainDefinition, Coin, Pair } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';

/** A network that coins move on. */
export interface Blockchain {
  readonly code: string;
  readonly txExplorer: string;
  readonly definition: z.output<typeof BlockchainDefinition>;
}

/** A pair before somebody has said by which rules it trades. */
export type ShownPair = Omit<Pair, 'rules'>;

/** What can be held and traded, as the exchange shows it: hidden coins, and the pairs of hidden coins, are left out. */
export interface Markets {
  readonly coins: readonly Coin[];
  readonly blockchains: readonly Blockchain[];
  readonly pairs: readonly ShownPair[];
}

export async function loadMarkets(db: QueryExecutorProvider): Promise<Markets> {
  const [coins, blockchains, pairs] = await Promise.all([loadCoins(db), loadBlockchains(db), loadPairs(db)]);
  return { coins, blockchains, pairs };
}

// Amounts leave the database as text: a JavaScript number cannot hold them.
const amount = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;

async function loadCoins(db: QueryExecutorProvider): Promise<Coin[]> {
  const { rows } = await sql<Coin>`
    select
      code, name, base, links, tx_explorer, decimals, logo, place as index,
      array(
        select blockchain from coin_blockchains where coin = coins.code order by place, blockchain
      ) as blockchain_list,
      hidden as disable_all,
      swap_disabled as disable_exchange,
      pairs_disabled as disable_pairs,
      order_book_disabled as disable_stack,
      deposits_disabled as disable_topups,
      withdrawals_disabled as disable_withdrawals,
      json_build_object(
        'deposit', ${amount('deposit_fee')}, 'withdrawal', ${amount('withdrawal_fee')}
      ) as fee,
      json_build_object(
        'deposit', json_build_object('min', ${amount('deposit_min')}, 'max', ${amount('deposit_max')}),
        'withdrawal', json_build_object(
          'min', ${amount('withdrawal_min')},
          'max', ${amount('withdrawal_max')},
          'daily', ${amount('withdrawal_daily_max')}
        )
      ) as limits
    from coins
    where not hidden
    order by place, code
  `.execute(db);
  return rows;
}

async function loadBlockchains(db: QueryExecutorProvider): Promise<Blockchain[]> {
  const { rows } = await sql<Blockchain>`
    select
      code, tx_explorer as "txExplorer",
      json_build_object(
        'name', name, 'standard', token_standard, 'coin', fee_coin, 'confirmations', confirmations
      ) as definition
    from blockchains
    order by place, code
  `.execute(db);
  return rows;
}

async function loadPairs(db: QueryExecutorProvider): Promise<ShownPair[]> {
  const { rows } = await sql<ShownPair>`
    select
      pairs.id, pairs.code,
      json_build_object('code', base.code) as base,
      json_build_object('code', quote.code) as quote,
      array(
        select trim_scale(step)::text from unnest(book_steps) with ordinality as steps (step, place) order by place
      ) as stack_precisions,
      -- Until somebody tells what trading has made of it.
      null as price, null as price_24h, '0' as volume
    from pairs
    join coins base on base.code = pairs.base and not base.hidden
    join coins quote on quote.code = pairs.quote and not quote.hidden
    order by pairs.place, pairs.id
  `.execute(db);
  return rows;
}
