import { sql } from 'kysely';
import { sendConfirmationCode } from '#modules/identity/index.ts';
import { sessionOf, userId } from '#testing/trading-app.ts';
import type { WalletApp } from './wallet-app.ts';

/** Gives whoever works in the treasury by their name the role and the session that are looked up when they change something. */
export async function employ({ test }: WalletApp, name: string): Promise<void> {
  const { kysely } = test.database;
  await sql`update users set roles = '{treasury}' where id = ${userId(name)}`.execute(kysely);
  await sql`
    insert into user_sessions (id, user_id, refresh_hash, address, device, expires_at, second_factor)
    values (${sessionOf(name)}, ${userId(name)}, '', '', '', 'infinity', true) on conflict do nothing
  `.execute(kysely);
}

/** Calls as an operator who gives a fresh code each time. */
export async function createOperator(app: WalletApp, name = 'operator') {
  const { kysely } = app.test.database;
  await app.person(name);
  await employ(app, name);
  const freshCode = async () => {
    await sql`update sent_codes set sent_at = sent_at - interval '2 minutes'`.execute(kysely);
    await sendConfirmationCode(app.platform, {
      ...{ userId: userId(name), action: 'back_office', method: 'email' },
    });
    const { rows } = await sql<{ text: string }>`
      select text from messages where recipient = ${`${name}@example.test`} order by sequence desc limit 1
    `.execute(kysely);
    return { method: 'email', code: /(?<!\d)\d{6}(?!\d)/.exec(rows[0]?.text ?? '')?.[0] ?? '' };
  };
  return {
    id: userId(name),
    get: (path: string) => app.call({ path, as: name }),
    call: async (method: 'POST' | 'PUT', path: string, body: object = {}) =>
      app.call({
        ...{ method, path, as: name },
        body: { reason: 'looked into it', confirmation: await freshCode(), ...body },
      }),
  };
}
