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
  readonly mailsSent: number;
  readonly lastMailAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly verifiedAt: Date | null;
}

const columns = sql`
  ticket_hash as "ticketHash", email, password_hash as "passwordHash", details, language, mails_sent as "mailsSent",
  last_mail_at as "lastMailAt", created_at as "createdAt", expires_at as "expiresAt", verified_at as "verifiedAt"
`;

type NewRegistration = Pick<
  RegistrationRow,
  'ticketHash' | 'email' | 'passwordHash' | 'details' | 'language' | 'createdAt' | 'expiresAt'
>;

export async function insertRegistration(db: QueryExecutorProvider, row: NewRegistration): Promise<void> {
  const { ticketHash, email, passwordHash, details, language, createdAt, expiresAt } = row;
  await sql`
    insert into registrations (ticket_hash, email, password_hash, details, language, created_at, expires_at)
    values (
      ${ticketHash}, ${email}, ${passwordHash}, ${JSON.stringify(details)}::jsonb, ${language}, ${createdAt},
      ${expiresAt}
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
    where ticket_hash = ${ticketHash} and verified_at is null and expires_at > ${now}
    for update
  `.execute(db);
  return rows[0];
}

/**
 * Locks the registration that a link belongs to. What else waits under its address is locked with it, in one order: two
 * links that are opened at once would else wait for each other, one for the address and one for its registration.
 */
export async function lockByToken(
  db: QueryExecutorProvider,
  { tokenHash, now }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<RegistrationRow | undefined> {
  await sql`
    select from registrations where lower(email collate "C") = (
      select lower(email collate "C") from registrations where token_hash = ${tokenHash} and expires_at > ${now}
    )
    order by ticket_hash for update
  `.execute(db);
  const { rows } = await sql<RegistrationRow>`
    select ${columns} from registrations where token_hash = ${tokenHash} and expires_at > ${now} for update
  `.execute(db);
  return rows[0];
}

/** The newest password that was chosen under this address and waits for it to be verified. */
export async function pendingPasswordOf(
  db: QueryExecutorProvider,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ passwordHash: string }>`
    select password_hash as "passwordHash" from registrations
    where ${emailIs('email', email)} and verified_at is null and expires_at > ${now}
    order by created_at desc limit 1
  `.execute(db);
  return rows[0]?.passwordHash;
}

/** Notes a mail that goes out now. Without a token the mail verifies nothing. */
export async function noteMail(
  db: QueryExecutorProvider,
  mail: {
    readonly ticketHash: Buffer;
    readonly email: string;
    readonly tokenHash: Buffer | null;
    readonly at: Date;
  },
): Promise<void> {
  await sql`
    update registrations set
      email = ${mail.email}, token_hash = ${mail.tokenHash}, mails_sent = mails_sent + 1, last_mail_at = ${mail.at}
    where ticket_hash = ${mail.ticketHash}
  `.execute(db);
}

/**
 * The account is made: what else waited under the same address opens nothing any more. It stays until it expires, for
 * if it went, whoever made it would learn that the address has an account now.
 */
export async function markVerified(
  db: QueryExecutorProvider,
  { ticketHash, email, at }: { readonly ticketHash: Buffer; readonly email: string; readonly at: Date },
): Promise<void> {
  await sql`update registrations set verified_at = ${at} where ticket_hash = ${ticketHash}`.execute(db);
  await sql`
    update registrations set token_hash = null where ${emailIs('email', email)} and verified_at is null
  `.execute(db);
}
