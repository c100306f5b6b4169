import { type Booking, isUsableReference, isUsableSeries, keyOfBooking } from '@emporion/core';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { ledgerHistory } from './history/ledger.ts';

/**
 * The number under which a movement is booked: the next one of its series, or the one that its reference has already. To be called in the transaction
 * in which the movement becomes ready, so that a number is never given without it; others of the series wait until that transaction ends.
 */
export async function bookMovement(
  transaction: QueryExecutorProvider,
  { series, reference }: { series: string; reference: string },
): Promise<Booking> {
  const number = (await bookMovements(transaction, { series, references: [reference] })).get(reference);
  if (number === undefined) throw new Error(`The movement ${reference} got no number of ${series}.`);
  return { series, number };
}

/** The same for several movements of one series at once: each reference's number. */
export async function bookMovements(
  transaction: QueryExecutorProvider,
  { series, references }: { series: string; references: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (!isUsableSeries(series) || !references.every(isUsableReference))
    throw new Error('The exchange would refuse this series or reference, and the number would be a hole.');
  await sql`insert into booking_series (series) values (${series}) on conflict do nothing`.execute(
    transaction,
  );
  await sql`select 1 from booking_series where series = ${series} for update`.execute(transaction);
  const { rows } = await sql<{ reference: string; number: number }>`
    with wanted as (
      select reference, min(place) as place from unnest(${[...references]}::text[]) with ordinality as each (reference, place)
      group by reference
    ), known as (
      select reference, number from bookings join wanted using (reference)
      where series = ${series} and released_at is null
    ), fresh as (
      select reference, row_number() over (order by place) as step from wanted
      where reference not in (select reference from known)
    ), next as (
      update booking_series set last_number = last_number + (select count(*) from fresh)
      where series = ${series} returning last_number - (select count(*) from fresh) as before
    ), given as (
      insert into bookings (series, number, reference)
      select ${series}, before + step, reference from fresh, next returning reference, number
    )
    select reference, number::float8 as number from known union all select reference, number::float8 from given
  `.execute(transaction);
  return new Map(rows.map(({ reference, number }) => [reference, number]));
}

/** What staff wrote, as the journal takes it: one line of what can be printed. */
export function journalText(words: string): string {
  return words.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
}

/**
 * Lets a movement that the exchange refused be booked again: its next number is another one. Asks the exchange first, because a movement that was carried
 * out must never get a second number. What the exchange did not even take up (`wrong_data`) has used no number, and keeps the one it has.
 *
 * @throws Error when it was carried out, is still to be, or lies too far back to be known: then the journal has to be asked, by a person.
 */
export async function releaseRefused(
  { database, view }: Pick<Platform, 'database' | 'view'>,
  booking: Booking,
  refusal?: { readonly code: string },
): Promise<void> {
  const { outcome, isDone } = await view.read(({ recentBookings, bookings }) => ({
    outcome: recentBookings.get(keyOfBooking(booking)),
    isDone: bookings.get(booking.series)?.isDone(booking.number) ?? false,
  }));
  if (outcome?.rejection) await release(database, booking);
  else if (outcome || isDone || refusal?.code !== 'wrong_data')
    throw new Error(`The booking ${keyOfBooking(booking)} was not refused.`);
}

/** The same for one whose outcome is no longer remembered, where the exchange itself shows that it was not carried out: what it would have ended is still there. */
export async function releaseForgotten(
  { database }: Pick<Platform, 'database'>,
  booking: Booking,
): Promise<void> {
  await release(database, booking);
}

async function release({ kysely }: Platform['database'], { series, number }: Booking): Promise<void> {
  await sql`
    update bookings set released_at = now() where series = ${series} and number = ${number} and released_at is null
  `.execute(kysely);
}

/**
 * Whether a movement was carried out whose outcome is older than those that the exchange remembers: the ledger has it, by its reference.
 *
 * @throws Error when the ledger is behind: it is asked again later.
 */
export async function isInLedger(
  { database, projections }: Pick<Platform, 'database' | 'projections'>,
  {
    account,
    kind,
    reference,
    batch,
  }: {
    account: string;
    kind: string;
    reference: string /** Up to which it must have come. */;
    batch: number;
  },
): Promise<boolean> {
  if (!(await projections.caughtUp(ledgerHistory, batch)))
    throw new Error('The ledger is behind: what came of a movement is asked again later.');
  const { rows } = await sql`
    select from ledger_entries where account = ${account} and kind = ${kind} and reference = ${reference}
  `.execute(database.kysely);
  return rows.length > 0;
}

/**
 * Voids the numbers of a series that were given and never sent, as after a crash in between. Only for a series whose movements nobody resumes, and
 * before the first new one: a number that is still on its way would be lost.
 */
export async function voidLostBookings(
  { database, runtime, view }: Pick<Platform, 'database' | 'runtime' | 'view'>,
  series: string,
): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select last_number::float8 as last from booking_series where series = ${series}
  `.execute(database.kysely);
  const last = rows[0]?.last ?? 0;
  const lost = await view.read(({ bookings }) => {
    const known = bookings.get(series);
    const from = (known?.doneUpTo ?? 0) + 1;
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index).filter(
      (number) => !known?.isDone(number),
    );
  });
  for (const number of lost) {
    const booking = { series, number };
    const words = { reference: `${series}/${number}`, actor: 'system', reason: 'lost at a restart' };
    const { status } = await runtime.execute({ kind: 'VoidBooking', booking, ...words });
    if (status === 'accepted') await release(database, booking);
  }
}
