import { houseAccount, houseAccounts, keyOfBooking } from '@emporion/core';
import { invariant, parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import type { CommandResult } from '#platform/runtime.ts';
import { isInLedger, journalText, releaseRefused } from '../bookings.ts';
import { type Deposit, listDeposits, referenceOf, seriesOf } from './deposit.ts';
import { noticeCredited } from './notices.ts';
import type { Settling } from './settling.ts';

const pageRows = 100;

/**
 * Sends the credits of all deposits that have their booking number, and notes what became of them. One whose outcome was not noted before a crash is sent
 * again under the same number: the exchange answers what it answered then, and credits nothing twice.
 */
export async function creditBooked(settling: Settling): Promise<void> {
  const { platform, network } = settling;
  const unclear: string[] = [];
  for (;;) {
    const deposits = await listDeposits(
      platform.database.kysely,
      sql`network = ${network.code} and status = 'crediting' and id <> all (${unclear}::uuid[]) order by booking limit ${pageRows}`,
    );
    if (deposits.length === 0) return;
    const live = await liveExchange(platform);
    for (const userId of new Set(deposits.map(({ userId }) => userId)))
      if (userId !== null) await ensureAccount(platform, live, userId);
    const outcomes = await Promise.all(
      deposits.map(async (deposit) => ({ deposit, result: await credit(settling, deposit) })),
    );
    const settled: Deposit[] = [];
    for (const { deposit, result } of outcomes) {
      try {
        if (!(await isCredited(settling, deposit, result))) await takeBack(settling, deposit, result);
        settled.push(deposit);
      } catch (err) {
        // It is asked for again with the next look, and keeps none of the others.
        unclear.push(deposit.id);
        platform.log.error(
          { part: 'deposits', deposit: deposit.id, err },
          'what came of a deposit is unclear',
        );
      }
    }
    await complete(settling, settled);
    settling.onChanged(deposits.flatMap(({ userId }) => userId ?? []));
  }
}

function credit({ platform, network, networks }: Settling, deposit: Deposit): Promise<CommandResult> {
  const { coin, userId, booking, bookedTo, decidedBy, decisionReason } = deposit;
  const decimals = networks.coins.find((each) => each.coin === coin)?.ledgerDecimals;
  invariant(coin && booking && decimals !== undefined, 'A deposit was booked that cannot be credited.');
  const units = (text: string | null) => {
    const parsed = parseDecimal(text ?? '', decimals);
    invariant(parsed.ok, 'A deposit was booked with an amount that the ledger cannot keep.');
    return parsed.value;
  };
  const source = houseAccount('custody', network.code);
  const words = {
    booking: { series: seriesOf(network.code), number: booking },
    reference: referenceOf(deposit),
    actor: decidedBy === null ? `watcher:${network.code}` : `operator:${decidedBy}`,
    ...(decisionReason !== null && { reason: journalText(decisionReason) }),
  };
  const amount = units(deposit.amount);
  if (bookedTo === 'house')
    return platform.runtime.execute({
      ...{ kind: 'MoveHouseMoney', cause: 'capital_in', ...words },
      legs: [{ from: source, to: houseAccounts.capital, coin, amount }],
    });
  invariant(userId, 'A deposit was booked that belongs to nobody.');
  return platform.runtime.execute({
    ...{ kind: 'CreditDeposit', ...words, account: userId, coin, source, amount },
    fee: units(deposit.fee),
  });
}

/** An outcome that is older than those that the exchange remembers is found in the ledger, by its reference. */
async function isCredited({ platform }: Settling, deposit: Deposit, result: CommandResult): Promise<boolean> {
  if (result.status === 'accepted') return true;
  if (result.rejection.code !== 'duplicate_transaction') return false;
  // Nothing but a number that was used before keeps the house from taking its own money.
  if (deposit.bookedTo === 'house') return true;
  const reference = referenceOf(deposit);
  return isInLedger(platform, {
    account: deposit.userId ?? '',
    kind: 'deposit',
    reference,
    batch: result.batch,
  });
}

/** The exchange refused: the number is used up, and a person has to look. What arrived stays on record. */
async function takeBack(settling: Settling, deposit: Deposit, result: CommandResult): Promise<void> {
  const { platform, network } = settling;
  const booking = { series: seriesOf(network.code), number: deposit.booking ?? 0 };
  platform.log.error(
    { part: 'deposits', booking: keyOfBooking(booking), result },
    'the exchange refused a deposit, which is held',
  );
  // A number whose outcome nobody knows any more is never given back: it stays in the row for whoever asks the journal, with whom it was meant for.
  const refusal = result.status === 'rejected' ? result.rejection : undefined;
  const isRefused = refusal !== undefined && refusal.code !== 'duplicate_transaction';
  if (isRefused) await releaseRefused(platform, booking, refusal);
  await sql`
    update deposits set status = 'held', reason = 'refused', updated_at = now(), booked_to = 'owner',
      user_id = case when is_owner_named and ${isRefused} then null else user_id end,
      is_owner_named = is_owner_named and not ${isRefused}, decided_by = null, decided_at = null, decision_reason = null
    where id = ${deposit.id} and status = 'crediting'
  `.execute(platform.database.kysely);
}

/** Notes that they are credited, and tells their owners. One that a reorganisation took back meanwhile leaves the house with a loss. */
async function complete(settling: Settling, deposits: readonly Deposit[]): Promise<void> {
  await settling.platform.database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update deposits set
        status = 'completed', credited_at = now(), updated_at = now(),
        loss = case when block_height is null then 'due' end, loss_count = (block_height is null)::integer
      where id = any (${deposits.map(({ id }) => id)}::uuid[]) and status = 'crediting' returning id
    `.execute(transaction);
    const noted = new Set(rows.map(({ id }) => id));
    await noticeCredited(
      transaction,
      settling,
      deposits.filter(({ id }) => noted.has(id)),
    );
  });
}
