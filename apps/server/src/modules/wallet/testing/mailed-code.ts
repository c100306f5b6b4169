import type { Confirmation, ConfirmedAction } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { sendConfirmationCode } from '#modules/identity/index.ts';
import { userId } from '#testing/trading-app.ts';
import type { WalletApp } from './wallet-app.ts';

/** A code by mail for an action, written as identity writes it, and read as its owner does. */
export async function mailedCode(
  { platform, test }: WalletApp,
  name: string,
  action: ConfirmedAction,
): Promise<Confirmation> {
  const { kysely } = test.database;
  await sql`delete from sent_codes where user_id = ${userId(name)}`.execute(kysely);
  await sendConfirmationCode(platform, { userId: userId(name), action, method: 'email' });
  const { rows } = await sql<{ text: string }>`
    select text from messages where recipient = ${`${name}@example.test`} order by sequence desc limit 1
  `.execute(kysely);
  return { method: 'email', code: /(?<!\d)\d{6}(?!\d)/.exec(rows[0]?.text ?? '')?.[0] ?? '' };
}
