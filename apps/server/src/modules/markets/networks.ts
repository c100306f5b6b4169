import { type QueryExecutorProvider, sql } from 'kysely';
import { StartupError } from '#platform/startup/startup-error.ts';

/** Which adapter talks to a network. */
export type NetworkFamily = 'development' | 'bitcoin' | 'evm' | 'tron';

export type AddressFormat = 'bitcoin' | 'litecoin' | 'evm' | 'tron' | 'xrp';

/** What tells apart the users who share an address: a destination tag is a number, a memo a text. */
export type MemoKind = 'tag' | 'memo';

/** A network that coins move on, as the wallet needs it. */
export interface Network {
  readonly code: string;
  readonly name: string;
  readonly family: NetworkFamily;
  readonly addressFormat: AddressFormat;
  /** Null where each user has addresses of their own. */
  readonly memo: MemoKind | null;
  /** The coin that pays for its transactions: the one without a contract. */
  readonly feeCoin: string;
  readonly confirmations: number;
  /** A transaction hash is appended to it. */
  readonly txExplorer: string;
  /** What only its adapter understands. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly depositsDisabled: boolean;
  readonly withdrawalsDisabled: boolean;
}

/** A coin on one of its networks. Amounts are decimals of the coin, null for no maximum. */
export interface CoinNetwork {
  readonly coin: string;
  readonly network: string;
  /** Null for the coin of the chain itself. */
  readonly contract: string | null;
  /** How finely the chain counts the coin. */
  readonly decimals: number;
  /** How finely the ledger does. */
  readonly ledgerDecimals: number;
  /** After this many a deposit of it is final. */
  readonly confirmations: number;
  readonly depositFee: string;
  readonly depositMin: string;
  readonly depositMax: string | null;
  readonly withdrawalFee: string;
  readonly withdrawalMin: string;
  readonly withdrawalMax: string | null;
  /** The most that a user takes out of the coin within a day, over all its networks. */
  readonly withdrawalDailyMax: string | null;
  /** Switched off here, for the whole network, for the whole coin, or because the coin is hidden. What goes out stops also while its books do not agree. */
  readonly depositsDisabled: boolean;
  readonly withdrawalsDisabled: boolean;
}

/** Everything there is, hidden coins included: money can arrive for those as well. */
export interface Networks {
  /** By code. */
  readonly networks: ReadonlyMap<string, Network>;
  /** Coin by coin in the order of their lists, and of each the network first that it is usually sent on. */
  readonly coins: readonly CoinNetwork[];
}

// Amounts leave the database as text: a JavaScript number cannot hold them.
const amount = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;

export async function loadNetworks(db: QueryExecutorProvider): Promise<Networks> {
  const [networks, coins] = await Promise.all([
    sql<Network>`
      select
        code, name, family, address_format as "addressFormat", memo, fee_coin as "feeCoin", confirmations,
        tx_explorer as "txExplorer", parameters, deposits_disabled as "depositsDisabled",
        withdrawals_disabled as "withdrawalsDisabled"
      from blockchains order by place, code
    `.execute(db),
    sql<CoinNetwork>`
      select
        here.coin, here.blockchain as network, here.contract, here.decimals, coins.decimals as "ledgerDecimals",
        coalesce(here.confirmations, blockchains.confirmations) as confirmations,
        ${amount('here.deposit_fee')} as "depositFee", ${amount('here.deposit_min')} as "depositMin",
        ${amount('here.deposit_max')} as "depositMax", ${amount('here.withdrawal_fee')} as "withdrawalFee",
        ${amount('here.withdrawal_min')} as "withdrawalMin", ${amount('here.withdrawal_max')} as "withdrawalMax",
        ${amount('coins.withdrawal_daily_max')} as "withdrawalDailyMax",
        coins.hidden or coins.deposits_disabled or blockchains.deposits_disabled or here.deposits_disabled
          as "depositsDisabled",
        coins.hidden or coins.withdrawals_disabled or blockchains.withdrawals_disabled or here.withdrawals_disabled
          or exists (select from coin_stops where coin_stops.coin = here.coin and lifted_at is null)
          as "withdrawalsDisabled"
      from coin_blockchains here
      join coins on coins.code = here.coin
      join blockchains on blockchains.code = here.blockchain
      order by coins.place, coins.code, here.place, here.blockchain
    `.execute(db),
  ]);
  return { networks: new Map(networks.rows.map((network) => [network.code, network])), coins: coins.rows };
}

/** The families that an adapter serves. The chain of the demo is of our own making, and real coins do not move on it. */
const servedFamilies: Readonly<Record<'demo' | 'real', readonly NetworkFamily[]>> = {
  demo: ['development'],
  real: ['evm', 'bitcoin', 'tron'],
};

/**
 * An address that nobody watches swallows what is sent to it, and a token whose contract is not known cannot be told from a fake one.
 *
 * @throws StartupError when a network has no adapter here, or a coin on it neither a contract nor the right to have none.
 */
export function requireAdapters({ networks, coins }: Networks, { demo }: { demo: boolean }): void {
  const served = servedFamilies[demo ? 'demo' : 'real'];
  for (const { code, family } of networks.values()) {
    if (served.includes(family)) continue;
    throw new StartupError(
      `The network ${code} is of the family ${family}, for which this server has no adapter: correct it in the table blockchains, or take its coins off it and delete it.`,
    );
  }
  for (const { coin, network, contract } of coins) {
    if (contract !== null || networks.get(network)?.feeCoin === coin) continue;
    throw new StartupError(
      `${coin} is a token on ${network} and has no contract there: set it in the table coin_blockchains.`,
    );
  }
}
