import type {
  BlockchainDefinition,
  Coin,
  CoinNetwork as CoinNetworkOnWire,
  Pair,
} from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';
import { type CoinNetwork, loadNetworks, type Networks } from './networks.ts';

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
  const [coins, networks, blockchains, pairs] = await Promise.all([
    loadCoins(db),
    loadNetworks(db),
    loadBlockchains(db),
    loadPairs(db),
  ]);
  return {
    coins: coins.map((coin) => (coin.fiat ? withBank(coin) : withNetworks(coin, networks))),
    blockchains,
    pairs,
  };
}

/** A coin without what its networks decide. */
interface CoinRow
  extends Omit<
    Coin,
    'blockchain_list' | 'disable_topups' | 'disable_withdrawals' | 'fee' | 'limits' | 'networks'
  > {
  readonly withdrawalDailyMax: string | null;
  /** Of a currency that a bank takes transfers in. */
  readonly bank: BankTerms | null;
}

type BankTerms = Pick<CoinNetworkOnWire, 'fee' | 'limits' | 'disable_topups' | 'disable_withdrawals'>;

async function loadCoins(db: QueryExecutorProvider): Promise<CoinRow[]> {
  const { rows } = await sql<CoinRow>`
    select
      code, name, kind = 'fiat' as fiat, base, links, tx_explorer, decimals, logo, place as index,
      hidden as disable_all,
      swap_disabled as disable_exchange,
      pairs_disabled as disable_pairs,
      order_book_disabled as disable_stack,
      -- Amounts leave the database as text: a JavaScript number cannot hold them.
      trim_scale(withdrawal_daily_max)::text as "withdrawalDailyMax", (
        select json_build_object(
          'fee', json_build_object('deposit', trim_scale(deposit_fee)::text, 'withdrawal', trim_scale(withdrawal_fee)::text),
          'limits', json_build_object(
            'deposit', json_build_object('min', trim_scale(deposit_min)::text, 'max', trim_scale(deposit_max)::text),
            'withdrawal', json_build_object('min', trim_scale(withdrawal_min)::text, 'max', trim_scale(withdrawal_max)::text)
          ),
          'disable_topups', coins.deposits_disabled or bank_accounts.deposits_disabled,
          'disable_withdrawals', coins.withdrawals_disabled or bank_accounts.withdrawals_disabled
            or exists (select from coin_stops where coin_stops.coin = coins.code and lifted_at is null)
        ) from bank_accounts where currency = coins.code
      ) as bank
    from coins
    where not hidden
    order by place, code
  `.execute(db);
  return rows;
}

const noLimits = {
  fee: { deposit: '0', withdrawal: '0' },
  limits: { deposit: { min: '0', max: null }, withdrawal: { min: '0', max: null } },
};

/** A currency moves through a bank, in the place of a network. */
function withBank({ bank, withdrawalDailyMax: daily, ...coin }: CoinRow): Coin {
  const terms = bank ?? { ...noLimits, disable_topups: true, disable_withdrawals: true };
  const { fee, limits, disable_topups, disable_withdrawals } = terms;
  const way = { network: 'bank', contract: null, decimals: coin.decimals, confirmations: 0, memo: null };
  return {
    ...{ ...coin, blockchain_list: [], disable_topups, disable_withdrawals, fee },
    limits: { deposit: limits.deposit, withdrawal: { ...limits.withdrawal, daily } },
    networks: bank === null ? [] : [{ ...way, ...bank }],
  };
}

/** What a coin's own fields say is true on the network it is usually sent on; what is switched off for it is off on every network. */
function withNetworks(
  { withdrawalDailyMax, bank: _, ...coin }: CoinRow,
  { networks, coins }: Networks,
): Coin {
  const own = coins.filter((here) => here.coin === coin.code).map((here) => networkOnWire(here, networks));
  const { fee, limits } = own[0] ?? noLimits;
  return {
    ...coin,
    blockchain_list: own.map(({ network }) => network),
    disable_topups: own.every(({ disable_topups }) => disable_topups),
    disable_withdrawals: own.every(({ disable_withdrawals }) => disable_withdrawals),
    fee,
    limits: { deposit: limits.deposit, withdrawal: { ...limits.withdrawal, daily: withdrawalDailyMax } },
    networks: own,
  };
}

function networkOnWire(here: CoinNetwork, networks: Networks['networks']): CoinNetworkOnWire {
  return {
    network: here.network,
    contract: here.contract,
    decimals: here.decimals,
    confirmations: here.confirmations,
    memo: networks.get(here.network)?.memo ?? null,
    fee: { deposit: here.depositFee, withdrawal: here.withdrawalFee },
    limits: {
      deposit: { min: here.depositMin, max: here.depositMax },
      withdrawal: { min: here.withdrawalMin, max: here.withdrawalMax },
    },
    disable_topups: here.depositsDisabled,
    disable_withdrawals: here.withdrawalsDisabled,
  };
}

async function loadBlockchains(db: QueryExecutorProvider): Promise<Blockchain[]> {
  const { rows } = await sql<Blockchain>`
    select
      code, tx_explorer as "txExplorer",
      json_build_object(
        'name', name, 'standard', token_standard, 'coin', fee_coin, 'address_format', address_format,
        'confirmations', confirmations
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
