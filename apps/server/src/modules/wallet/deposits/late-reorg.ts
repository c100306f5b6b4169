import { type HouseCause, houseAccount } from '@emporion/core';
import { invariant, parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { bookMovement } from '../bookings.ts';
import { type Deposit, listDeposits, referenceOf } from './deposit.ts';
import { finalHeight, type Settling } from './settling.ts';

/**
 * Books what reorganisations took back after the credit: the user keeps the coins, and the house has the loss. When the same output is final once more, the
 * loss is booked back. Each is a movement of its own, however often it happens, and can be resumed between any two steps.
 */
export async function bookLosses(settling: Settling): Promise<void> {
  const { platform, network } = settling;
  const lost = await listDeposits(
    platform.database.kysely,
    sql`network = ${network.code} and loss is not null order by id`,
  );
  for (const deposit of lost) {
    if (deposit.loss === 'due') await bookLoss(settling, deposit);
    else if (deposit.loss === 'returning' || isFinal(settling, deposit)) await bookReturn(settling, deposit);
  }
}

function isFinal(settling: Settling, { blockHeight, coin }: Deposit): boolean {
  return blockHeight !== null && blockHeight <= finalHeight(settling, coin);
}

async function bookLoss(settling: Settling, deposit: Deposit): Promise<void> {
  await move(settling, deposit, {
    cause: 'reorg',
    step: 'lost',
    reason: 'a reorganisation took a credited deposit back',
  });
  await sql`update deposits set loss = 'booked', updated_at = now() where id = ${deposit.id} and loss = 'due'`.execute(
    settling.platform.database.kysely,
  );
}

/** A deposit that is taken back again while its return is booked is lost once more. */
async function bookReturn(settling: Settling, deposit: Deposit): Promise<void> {
  const { kysely } = settling.platform.database;
  // From here on it is booked, whatever the chain does.
  const { rows } = await sql`
    update deposits set loss = 'returning', updated_at = now()
    where id = ${deposit.id} and (loss = 'returning' or (loss = 'booked' and block_height = ${deposit.blockHeight}))
    returning id
  `.execute(kysely);
  if (rows.length === 0) return;
  await move(settling, deposit, {
    cause: 'reorg_undone',
    step: 'returned',
    reason: 'a lost deposit was mined again',
  });
  await sql`
    update deposits set
      loss = case when block_height is null then 'due' end, loss_count = loss_count + (block_height is null)::integer,
      updated_at = now()
    where id = ${deposit.id} and loss = 'returning'
  `.execute(kysely);
}

async function move(
  { platform, network, networks }: Settling,
  deposit: Deposit,
  { cause, step, reason }: { cause: HouseCause; step: string; reason: string },
): Promise<void> {
  const { coin, lossCount } = deposit;
  const reference = `${referenceOf(deposit)}:${step}:${lossCount}`;
  const series = `house:${network.code}`;
  const booking = await platform.database.kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series, reference }));
  const decimals = networks.coins.find((each) => each.coin === coin)?.ledgerDecimals;
  const amount = parseDecimal(deposit.amount ?? '', decimals ?? 0);
  invariant(coin && amount.ok, 'A credited deposit has no amount.');
  const [custody, loss] = [houseAccount('custody', network.code), houseAccount('reorg-loss', network.code)];
  const [from, to] = cause === 'reorg' ? [loss, custody] : [custody, loss];
  const result = await platform.runtime.execute({
    kind: 'MoveHouseMoney',
    booking,
    ...{ reference, actor: `watcher:${network.code}`, reason, cause },
    legs: [{ from, to, coin, amount: amount.value }],
  });
  if (result.status === 'accepted' || result.rejection.code === 'duplicate_transaction') return;
  throw new Error(`The exchange refused to book a loss of ${network.code}: ${result.rejection.code}.`);
}
