import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { emailIs } from '../users/email-folding.ts';

/** What the account will be made of once its address is verified. */
export const RegistrationDetails = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  country: z.string(),
  birthday: z.string(),
  newsletter: z.boolean(),
  referralCode: z.string().nullable(),
});
export type RegistrationDetails = z.infer<typeof RegistrationDetails>;

export interface RegistrationRow {
  readonly ticketHash: Buffer;
  readonly email: string;
  readonly passwordHash: string;
  readonly details: RegistrationDetails;
  readonly language: Language;
  /** Who registered, as a hash. */
  readonly source: string;
  readonly mailsSent: number;
  readonly lastMailAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const columns = sql`
  ticket_hash as "ticketHash", email, password_hash as "passwordHash", details, language, source, mails_sent as "mailsSent",
  last_mail_at as "lastMailAt", created_at as "createdAt", expires_at as "expiresAt"
`;

type NewRegistration = Omit<RegistrationRow, 'mailsSent' | 'lastMailAt'>;

/** Of one address, as many wait as can be compared with a password at once, and of one source a few of them. */
const waitingMax = { ofAddress: 16, ofSource: 3 } as const;

/** Keeps a registration, within the bounds of its address. */
export async function insertRegistration(db: QueryExecutorProvider, row: NewRegistration): Promise<void> {
  const { ticketHash, email, passwordHash, details, language, createdAt, expiresAt, source } = row;
  await sql`
    insert into registrations (ticket_hash, email, password_hash, details, language, created_at, expires_at, source)
    values (
      ${ticketHash}, ${email}, ${passwordHash}, ${JSON.stringify(details)}::jsonb, ${language}, ${createdAt},
      ${expiresAt}, ${source}
    )
  `.execute(db);
  await trimWaiting(db, row);
}

/**
 * Bounds what waits for the address of a registration that has just come to it. Where too many wait the oldest others
 * go, first those of the same source.
 */
export async function trimWaiting(
  db: QueryExecutorProvider,
  { ticketHash, email, source }: Pick<RegistrationRow, 'ticketHash' | 'email' | 'source'>,
): Promise<void> {
  const newest = sql`ticket_hash = ${ticketHash} desc, created_at desc`;
  for (const { condition, max } of [
    { condition: sql`source = ${source}`, max: waitingMax.ofSource },
    { condition: sql`true`, max: waitingMax.ofAddress },
  ]) {
    await sql`
      delete from registrations where ticket_hash in (
        select ticket_hash from registrations
        where ${emailIs('email', email)} and verified_at is null and ${condition}
        order by ${newest} offset ${max}
      )
    `.execute(db);
  }
}

/** Locks the registration that waits behind a ticket. */
export async function lockByTicket(
  db: QueryExecutorProvider,
  { ticketHash, now }: { readonly ticketHash: Buffer; readonly now: Date },
): Promise<RegistrationRow | undefined> {
  const { rows } = await sql<RegistrationRow>`
    select ${columns} from registrations
    where ticket_hash = ${ticketHash} and verified_at is null and expires_at > ${now}
    for update
  `.execute(db);
  return rows[0];
}

interface PendingQuery {
  readonly email: string;
  readonly now: Date;
}

/** What waits for an address to be verified, newest first. */
export async function listPending(
  db: QueryExecutorProvider,
  { email, now }: PendingQuery,
): Promise<RegistrationRow[]> {
  const { rows } = await sql<RegistrationRow>`
    select ${columns} from registrations
    where ${emailIs('email', email)} and verified_at is null and expires_at > ${now}
    order by created_at desc limit ${waitingMax.ofAddress}
  `.execute(db);
  return rows;
}

/**
 * Locks what waits for an address, in one order: two links that are used at once would else wait for each other, one
 * for the address and one for its registration.
 */
export async function lockPending(
  db: QueryExecutorProvider,
  { email, now }: PendingQuery,
): Promise<RegistrationRow[]> {
  const { rows } = await sql<RegistrationRow>`
    select ${columns} from registrations
    where ${emailIs('email', email)} and verified_at is null and expires_at > ${now}
    order by ticket_hash for update
  `.execute(db);
  return rows;
}

/** The newest password that was chosen under this address and waits for it to be verified. */
export async function pendingPasswordOf(
  db: QueryExecutorProvider,
  { email, now }: PendingQuery,
): Promise<Pick<RegistrationRow, 'ticketHash' | 'passwordHash'> | undefined> {
  const { rows } = await sql<Pick<RegistrationRow, 'ticketHash' | 'passwordHash'>>`
    select ticket_hash as "ticketHash", password_hash as "passwordHash" from registrations
    where ${emailIs('email', email)} and verified_at is null and expires_at > ${now}
    order by created_at desc limit 1
  `.execute(db);
  return rows[0];
}

/** Notes a mail that is asked for now. The registration waits for as long as its link counts. */
export async function noteMail(
  db: QueryExecutorProvider,
  mail: {
    readonly ticketHash: Buffer;
    readonly email: string;
    readonly at: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await sql`
    update registrations set
      email = ${mail.email}, mails_sent = mails_sent + 1, last_mail_at = ${mail.at}, expires_at = ${mail.expiresAt}
    where ticket_hash = ${mail.ticketHash}
  `.execute(db);
}

/**
 * The account is made of this one. What else waited for the address stays until it expires, for if it went, whoever
 * made it would learn that the address has an account now.
 */
export async function markVerified(
  db: QueryExecutorProvider,
  { ticketHash, at }: { readonly ticketHash: Buffer; readonly at: Date },
): Promise<void> {
  await sql`update registrations set verified_at = ${at} where ticket_hash = ${ticketHash}`.execute(db);
}
