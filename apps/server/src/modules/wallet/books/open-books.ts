import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Money that the chain and the books may not agree on yet. `chainUnits` came to our addresses, or left them when below zero; `ledgerUnits` is by how much
 * the books say so.
 */
export interface OpenBook {
  /** Of a token; null for the coin of the chain itself. */
  readonly contract: string | null;
  readonly chainUnits: bigint;
  readonly ledgerUnits: bigint;
  /** Whether it is on the chain at the height; undefined: whether its transaction is, with success. */
  readonly isOnChain: boolean | undefined;
  readonly transactionId: string | null;
  /** What the network took: the chain says how much, and it is gone also when the transaction failed. */
  readonly isCost: boolean;
  /** Whether it is in the books; undefined: whether the exchange has carried this booking out. */
  readonly isBooked: boolean | undefined;
  readonly series: string | null;
  readonly number: number | null;
  /** The booking takes it out of the books instead of into them. */
  readonly isUndone: boolean;
}

interface Row extends Omit<OpenBook, 'chainUnits' | 'ledgerUnits' | 'isOnChain' | 'isBooked'> {
  readonly chainUnits: string;
  readonly ledgerUnits: string;
  readonly isOnChain: boolean | null;
  readonly isBooked: boolean | null;
}

/** Everything of a network that is not both on the chain and in the books, or in neither. What agrees to the unit is left out. */
export async function listOpenBooks(
  db: QueryExecutorProvider,
  { network, height }: { network: string; height: number },
): Promise<OpenBook[]> {
  const { rows } = await sql<Row>`
    with assets as (
      select here.coin, here.contract, 10::numeric ^ coins.decimals as ledger_per_coin,
        10::numeric ^ here.decimals as chain_per_coin
      from coin_blockchains here join coins on coins.code = here.coin where here.blockchain = ${network}
    ), open as (
      -- Seen and not credited, and what was too little for a unit of the ledger.
      select contract, sum(case when status = 'completed' then remainder else chain_amount end) as chain_units,
        0::numeric as ledger_units, true as is_on_chain, null::text as transaction_id, false as is_cost,
        true as is_booked, null::text as series, null::text as reference
      from deposits
      where network = ${network} and block_height <= ${height} and status <> 'crediting' and loss is null
        and (status <> 'completed' or remainder > 0)
      group by contract
      union all
      -- On its way into the books, or taken back by a reorganisation.
      select deposits.contract, chain_amount, amount * ledger_per_coin, coalesce(block_height <= ${height}, false), null,
        false, case when status = 'crediting' then null when loss = 'booked' then false when loss is null then true end,
        case when status = 'crediting' then 'deposit:' else 'house:' end || network,
        'tx:' || network || ':' || transaction_id || ':' || output_index || case loss
          when 'due' then ':lost:' || loss_count when 'returning' then ':returned:' || loss_count else '' end
      from deposits join assets on assets.contract is not distinct from deposits.contract
      where network = ${network} and (
        status = 'crediting' or loss is not null
        or (status = 'completed' and (block_height is null or block_height > ${height}))
      )
      union all
      -- Sent, and not yet both final and booked.
      select assets.contract, -(paid ->> 'amount')::numeric,
        -(paid ->> 'amount')::numeric * ledger_per_coin / chain_per_coin, null, transaction_id, false,
        case when books = 'settled' then true end, 'payout-final', 'payout:' || payouts.id
      from payouts cross join jsonb_array_elements(payments) as paid
      join assets on assets.contract is not distinct from paid ->> 'contract'
      where network = ${network} and kind = 'payout' and transaction_id is not null
        and (books <> 'settled' or block_height > ${height})
      union all
      -- A whole unit of the ledger is booked where the chain counts more finely.
      select null, 0, -div(coalesce(cost, 0) * ledger_per_coin + chain_per_coin - 1, chain_per_coin), null, transaction_id, true,
        case when books = 'settled' then true end, 'payout-final', 'payout:' || payouts.id
      from payouts join assets on assets.contract is null
      where network = ${network} and transaction_id is not null and (books <> 'settled' or block_height > ${height})
      union all
      -- What of it the network did not take.
      select null, sum(cost_remainder), 0, true, null, false, true, null, null
      from payouts
      where network = ${network} and books = 'settled' and cost_remainder > 0 and block_height <= ${height}
      having count(*) > 0
      union all
      -- What a refill from cold cost; and what of the unit that was booked for it was not taken.
      select null, 0, -ceil(coalesce(cost, 0) * ledger_per_coin / chain_per_coin), null, transaction_id, true,
        case when books = 'settled' then true end, 'refill-final', 'refill:' || cold_refills.id
      from cold_refills join assets on assets.contract is null
      where network = ${network} and transaction_id is not null and (books <> 'settled' or block_height > ${height})
      union all
      select null, sum(cost_remainder), 0, true, null, false, true, null, null from cold_refills
      where network = ${network} and cost_remainder > 0 and block_height <= ${height} having count(*) > 0
      union all
      select assets.contract, openings.amount * chain_per_coin / ledger_per_coin, openings.amount, null, transaction_id,
        false, case when is_booked then true end, 'house:' || network, 'opening:' || network || ':' || account || ':' || openings.coin
      from development_openings openings join assets using (coin)
      where network = ${network}
    )
    select contract, trunc(chain_units)::text as "chainUnits", trunc(ledger_units)::text as "ledgerUnits",
      is_on_chain as "isOnChain", transaction_id as "transactionId", is_cost as "isCost", is_booked as "isBooked",
      open.series, number::float8 as number, coalesce(open.reference like '%:lost:%', false) as "isUndone"
    from open left join bookings
      on bookings.series = open.series and bookings.reference = open.reference and released_at is null
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    chainUnits: BigInt(row.chainUnits),
    ledgerUnits: BigInt(row.ledgerUnits),
    isOnChain: row.isOnChain ?? undefined,
    isBooked: row.isBooked ?? undefined,
  }));
}
