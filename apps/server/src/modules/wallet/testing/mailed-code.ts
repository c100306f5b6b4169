import type { Confirmation, ConfirmedAction, ConfirmedMoney } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { saidOf, sendConfirmationCode } from '#modules/identity/index.ts';
import { userId } from '#testing/trading-app.ts';
import { checkRecipient } from '../transfers/send-transfer.ts';
import { employ } from './staff.ts';
import type { WalletApp } from './wallet-app.ts';

/** A code by mail for an action, written as identity writes it, and read as its owner does. */
export async function mailedCode(
  app: WalletApp,
  name: string,
  action: ConfirmedAction,
): Promise<Confirmation> {
  if (action === 'back_office') await employ(app, name);
  return (await boundCode(app, name, { action })).confirmation;
}

/** The same for one thing alone, with the mail. */
export async function boundCode(
  { platform, test }: WalletApp,
  name: string,
  { action, about }: { action: ConfirmedAction; about?: ConfirmedMoney },
): Promise<{ confirmation: Confirmation; text: string }> {
  const { kysely } = test.database;
  const toUser =
    about?.to === undefined
      ? undefined
      : await checkRecipient(platform, { userId: userId(name), recipient: about.to });
  await sql`delete from sent_codes where user_id = ${userId(name)}`.execute(kysely);
  await sendConfirmationCode(platform, {
    ...{ userId: userId(name), action, method: 'email' },
    ...(about && saidOf(about, toUser)),
  });
  const { rows } = await sql<{ text: string }>`
    select text from messages where recipient = ${`${name}@example.test`} order by sequence desc limit 1
  `.execute(kysely);
  const text = rows[0]?.text ?? '';
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '';
  return { confirmation: { method: 'email', code }, text };
}
