import type { BankArrival } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Caller } from '#platform/http/caller.ts';

/** Money that arrived at a bank, as its row has it. Amounts are decimals. */
export interface Arrival {
  readonly id: string;
  readonly bank: string;
  readonly bankTransaction: string;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly sender: string;
  readonly reference: string | null;
  readonly depositId: string | null;
  readonly userId: string | null;
  readonly username: string | null;
  readonly stage: BankArrival['stage'];
  readonly booking: number | null;
  readonly recordedBy: string;
  readonly recordedAt: Date;
  readonly reason: string;
  readonly proposal: string | null;
}

const referencePrefix = 'bank:';

/** What the books and its owner's messages know an arrival by. In SQL it is what `referenceColumn` says of the table `bank_arrivals`. */
export const referenceOf = ({ id }: Pick<Arrival, 'id'>): string => `${referencePrefix}${id}`;
export const referenceColumn = `'${referencePrefix}' || bank_arrivals.id`;

export async function listArrivals(
  db: QueryExecutorProvider,
  condition: RawBuilder<unknown>,
): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select own.id, bank, bank_transaction as "bankTransaction", currency, trim_scale(amount)::text as amount,
      trim_scale(fee)::text as fee, sender, reference, deposit_id as "depositId", user_id as "userId", users.username,
      stage, booking::float8 as booking, recorded_by as "recordedBy", recorded_at as "recordedAt", own.reason, (
        select id from approvals where kind = 'bank_credit' and state in ('open', 'approved')
          and payload ->> 'arrival' = own.id::text and expires_at > now() limit 1
      ) as proposal
    from bank_arrivals own left join users on users.id = user_id where ${condition}
  `.execute(db);
  return rows;
}

export async function findArrival(db: QueryExecutorProvider, id: string): Promise<Arrival | undefined> {
  return (await listArrivals(db, sql`own.id = ${id}`))[0];
}

/** From whom it came is shown to whoever decides where it goes, and to whoever may see personal data. */
export function arrivalOnWire(
  { bankTransaction, recordedAt, recordedBy, userId, username, ...arrival }: Arrival,
  { capabilities }: Pick<Caller, 'capabilities'>,
): BankArrival {
  const { id, bank, currency, amount, fee, reference, stage, proposal, reason } = arrival;
  const maySee = capabilities?.has('deposits.decide') || capabilities?.has('users.personal');
  const sender = maySee ? arrival.sender : null;
  return {
    ...{ id, bank, amount, fee, sender, reference, stage, proposal, reason },
    currency: currency as BankArrival['currency'],
    date: recordedAt.toISOString(),
    bank_transaction: bankTransaction,
    user: userId === null ? null : { id: userId, username: username ?? '' },
    second_person: stage === 'waiting',
    recorded_by: recordedBy,
  };
}
