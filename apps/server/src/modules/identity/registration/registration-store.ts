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

/** Registrations without a mail that wait for one address, and those of them from one source. */
const unmailedMax = { ofAddress: 16, ofSource: 3 } as const;

/** Neither opened nor replaced. */
const isWaiting = sql`verified_at is null and replaced_at is null`;

export async function insertRegistration(db: QueryExecutorProvider, row: NewRegistration): Promise<void> {
  const { ticketHash, email, passwordHash, details, language, createdAt, expiresAt, source } = row;
  await sql`
    insert into registrations (ticket_hash, email, password_hash, details, language, created_at, expires_at, source)
    values (
      ${ticketHash}, ${email}, ${passwordHash}, ${JSON.stringify(details)}::jsonb, ${language}, ${createdAt},
      ${expiresAt}, ${source}
    )
  `.execute(db);
}

/**
 * Bounds the registrations without a mail that wait for an address, after one was added. A registration whose mail was
 * sent is never replaced: mails to an address are few, so these registrations are too.
 *
 * The oldest of the same source go first. Beyond that each source keeps its newest registration before any source
 * keeps a second one, so a stranger needs as many sources as there are places.
 */
export async function trimWaiting(
  db: QueryExecutorProvider,
  { ticketHash, email, source, createdAt: at }: NewRegistration,
): Promise<void> {
  const isNewest = sql`ticket_hash = ${ticketHash}`;
  for (const { condition, max } of [
    { condition: sql`source = ${source}`, max: unmailedMax.ofSource },
    { condition: sql`true`, max: unmailedMax.ofAddress },
  ]) {
    await sql`
      update registrations set replaced_at = ${at}, password_hash = '', details = '{}' where ticket_hash in (
        select ticket_hash from (
          select ticket_hash, created_at,
            row_number() over (partition by source order by ${isNewest} desc, created_at desc) as place
          from registrations
          where ${emailIs('email', email)} and ${isWaiting} and expires_at > ${at}
            and mailed_at is null and ${condition}
        ) as unmailed
        order by ${isNewest} desc, place, created_at desc offset ${max}
      )
    `.execute(db);
  }
  await sql`
    delete from registrations where ticket_hash in (
      select ticket_hash from registrations where ${emailIs('email', email)} and replaced_at is not null
      order by replaced_at desc, expires_at desc offset 1
    )
  `.execute(db);
}

/** Locks the registration that waits behind a ticket. */
export async function lockByTicket(
  db: QueryExecutorProvider,
  { ticketHash, now }: { readonly ticketHash: Buffer; readonly now: Date },
): Promise<RegistrationRow | undefined> {
  const { rows } = await sql<RegistrationRow>`
    select ${columns} from registrations
    where ticket_hash = ${ticketHash} and ${isWaiting} and expires_at > ${now}
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
    where ${emailIs('email', email)} and ${isWaiting} and expires_at > ${now}
    order by created_at desc
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
    where ${emailIs('email', email)} and ${isWaiting} and expires_at > ${now}
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
    where ${emailIs('email', email)} and ${isWaiting} and expires_at > ${now}
    order by created_at desc limit 1
  `.execute(db);
  return rows[0];
}

/** Whether newer registrations have taken the place of one that waited for this address within the last two days. */
export async function wasReplaced(db: QueryExecutorProvider, { email, now }: PendingQuery): Promise<boolean> {
  const { rows } = await sql`
    select from registrations
    where ${emailIs('email', email)} and replaced_at is not null and expires_at > ${now}
    limit 1
  `.execute(db);
  return rows.length > 0;
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

/** Notes that the mail was sent: from now on the registration is kept until it expires. */
export async function noteMailed(
  db: QueryExecutorProvider,
  { ticketHash, at }: { readonly ticketHash: Buffer; readonly at: Date },
): Promise<void> {
  await sql`update registrations set mailed_at = ${at} where ticket_hash = ${ticketHash}`.execute(db);
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
