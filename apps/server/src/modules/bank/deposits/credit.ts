import { houseAccount, keyOfBooking } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { notify } from '#modules/notifications/index.ts';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import {
  bookMovement,
  depositMail,
  isInLedger,
  journalText,
  releaseRefused,
  tellWalletChanged,
} from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommandResult } from '#platform/runtime.ts';
import { fiatDecimals, unitsOf } from './announce.ts';
import { type Arrival, listArrivals, referenceOf } from './arrival.ts';

const seriesOf = (bank: string) => `bank:${bank}`;
const pageRows = 100;

/** Gives what arrived its booking number and its owner, in the transaction of whoever decided it. False: it does not wait any more. */
export async function bookArrival(
  transaction: QueryExecutorProvider,
  { id, bank, userId }: { id: string; bank: string; userId: string },
): Promise<boolean> {
  const { number } = await bookMovement(transaction, {
    series: seriesOf(bank),
    reference: referenceOf({ id }),
  });
  const { rows } = await sql`
    update bank_arrivals set stage = 'crediting', booking = ${number}, user_id = ${userId}
    where id = ${id} and stage = 'waiting' returning id
  `.execute(transaction);
  return rows.length > 0;
}

/**
 * Sends the credits of everything that has its booking number. One whose outcome was not noted before a crash is sent again under the same number: the exchange
 * answers what it answered then, and credits nothing twice.
 */
export async function creditBooked(platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  const unclear: string[] = [];
  for (;;) {
    const arrivals = await listArrivals(
      kysely,
      sql`stage = 'crediting' and own.id <> all (${unclear}::uuid[]) order by recorded_at, own.id limit ${pageRows}`,
    );
    for (const arrival of arrivals)
      await creditOne(platform, arrival).catch((err: unknown) => {
        // It is asked for again with the next job, and keeps none of the others.
        unclear.push(arrival.id);
        platform.log.error(
          { part: 'bank', arrival: arrival.id, err },
          'what came of a bank transfer is unclear',
        );
      });
    if (arrivals.length < pageRows) return;
  }
}

async function creditOne(platform: Platform, arrival: Arrival): Promise<void> {
  const { bank, currency, userId, booking: number, recordedBy, reason } = arrival;
  if (userId === null || number === null) throw new Error('A transfer was booked that belongs to nobody.');
  await ensureAccount(platform, await liveExchange(platform), userId);
  const booking = { series: seriesOf(bank), number };
  const reference = referenceOf(arrival);
  const result = await platform.runtime.execute({
    ...{
      kind: 'CreditDeposit',
      booking,
      reference,
      actor: `operator:${recordedBy}`,
      reason: journalText(reason),
    },
    ...{ account: userId, coin: currency, source: houseAccount('bank', bank) },
    ...{ amount: unitsOf(arrival.amount), fee: unitsOf(arrival.fee) },
  });
  if (await isCredited(platform, { userId, reference, result }))
    await complete(platform, { ...arrival, userId });
  else {
    platform.log.error(
      { part: 'bank', booking: keyOfBooking(booking), result },
      'the exchange refused a bank transfer, which waits',
    );
    if (result.status === 'rejected' && result.rejection.code !== 'duplicate_transaction')
      await releaseRefused(platform, booking, result.rejection);
    await sql`update bank_arrivals set stage = 'waiting' where id = ${arrival.id} and stage = 'crediting'`.execute(
      platform.database.kysely,
    );
  }
}

/** An outcome that is older than those that the exchange remembers is found in the ledger, by its reference. */
async function isCredited(
  platform: Platform,
  { userId, reference, result }: { userId: string; reference: string; result: CommandResult },
): Promise<boolean> {
  if (result.status === 'accepted') return true;
  if (result.rejection.code !== 'duplicate_transaction') return false;
  return isInLedger(platform, { account: userId, kind: 'deposit', reference, batch: result.batch });
}

async function complete(platform: Platform, arrival: Arrival & { readonly userId: string }): Promise<void> {
  const { id, userId, currency, bankTransaction } = arrival;
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ bank: string }>`
      update bank_arrivals set stage = 'completed', credited_at = ${platform.clock.now()}
      where id = ${id} and stage = 'crediting'
      returning (select bank_accounts.bank from bank_accounts where bank_accounts.currency = bank_arrivals.currency) as bank
    `.execute(transaction);
    const [noted] = rows;
    if (!noted) return;
    const amount = formatDecimal(unitsOf(arrival.amount) - unitsOf(arrival.fee), fiatDecimals);
    const params = { coin: currency, network: noted.bank, amount, minimum: '0' };
    const key = referenceOf(arrival);
    const mail = { ...params, reason: undefined, transactionId: bankTransaction };
    await notify(
      transaction,
      platform,
      { userId, template: 'deposit_credited', params, key },
      { template: depositMail, params: mail },
    );
  });
  await tellWalletChanged(platform, [userId]);
}
