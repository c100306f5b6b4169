import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { hashOf, issueToken } from '../tokens/tokens.ts';
import { foldEmail } from '../users/email-folding.ts';

/** How long a link counts, and a registration waits. Longer than mails to one box ever rest: see `takeStrangersMail`. */
export const verifyingLifeSeconds = 48 * 3_600;

type Needs = Pick<Platform, 'clock'>;

/**
 * Makes a link for a mail to this address. It proves that whoever uses it reads the address, and nothing else: every
 * link that was sent there counts, whoever had it sent, until one of them was used.
 */
export function issueVerifyingLink(
  db: QueryExecutorProvider,
  platform: Needs,
  email: string,
): Promise<string> {
  return issueToken(db, platform, {
    purpose: 'registration',
    lifeSeconds: verifyingLifeSeconds,
    data: { email },
  });
}

export interface VerifyingLink {
  /** As it is written on the mail. */
  readonly email: string;
  readonly isUsed: boolean;
}

export async function findVerifyingLink(
  db: QueryExecutorProvider,
  { clock }: Needs,
  token: string,
): Promise<VerifyingLink | undefined> {
  const { rows } = await sql<VerifyingLink>`
    select data ->> 'email' as email, used_at is not null as "isUsed" from identity_tokens
    where token_hash = ${hashOf(token)} and purpose = 'registration' and expires_at > ${clock.now()}
  `.execute(db);
  return rows[0];
}

/** Uses up every link that was sent to an address: its account is open. */
export async function spendVerifyingLinks(
  db: QueryExecutorProvider,
  { clock }: Needs,
  email: string,
): Promise<void> {
  await sql`
    update identity_tokens set used_at = ${clock.now()}
    where purpose = 'registration' and used_at is null
      and lower((data ->> 'email') collate "C") = ${foldEmail(email)}
  `.execute(db);
}
