import { loginEndpoints, registrationEndpoints, settingsEndpoints } from '@emporion/contracts/rest';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { sendResetMail } from '../recovery/request-reset.ts';
import { goodPassword, IdentityApp } from '../testing/identity-app.ts';
import { newSecret } from '../tokens/tokens.ts';
import { emailIs, foldEmail } from './email-folding.ts';

let server: IdentityApp;

beforeAll(async () => {
  server = await IdentityApp.open();
});
afterAll(() => server.close());

const codePointMax = 0x10_ff_ff;
const isHalf = (point: number) => point >= 0xd8_00 && point <= 0xdf_ff;

async function foldedByDatabase(text: string): Promise<string | undefined> {
  const { rows } = await sql<{ folded: string }>`select lower(${text} collate "C") as folded`.execute(
    server.platform.database.kysely,
  );
  return rows[0]?.folded;
}

const logIn = (email: string, password: string) =>
  server.call(loginEndpoints.login, { email, password }).then(({ body }) => body.code ?? body.status);

describe('the folding of addresses', () => {
  it('is the same in the server and in the database for every character', async () => {
    const points = Array.from({ length: codePointMax }, (_, index) => index + 1);
    const all = points.filter((point) => !isHalf(point)).map((point) => String.fromCodePoint(point));
    const text = all.join('\n');
    expect((await foldedByDatabase(text)) === foldEmail(text)).toBe(true);
  });

  it('is the same whatever stands beside a character', async () => {
    const letter = fc.constantFrom(...'AaIiİıΣσςSsſKKÅßẞǅＩ\u0307');
    const text = fc.string({ unit: letter, size: 'medium' });
    const samples = fc.sample(text, 2_000).join('\n');
    expect(await foldedByDatabase(samples)).toBe(foldEmail(samples));
  });

  it('changes ASCII capitals and nothing else', () => {
    expect(foldEmail('Theo.IO@EXAMPLE.test')).toBe('theo.io@example.test');
    expect(foldEmail('İΣÅＩ@example.test')).toBe('İΣÅＩ@example.test');
  });

  it('uses the index', async () => {
    const plan = await server.platform.database.kysely.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      const { rows } = await sql<Record<string, string>>`
        explain select from users where ${emailIs('email', 'a@b.test')} and status <> 'closed'
      `.execute(transaction);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('users_by_email');
  });
});

describe('an account', () => {
  it('is reached in any case of ASCII letters, and under no letter that only resembles one', async () => {
    const { email } = await server.addUser({ email: 'mimi@mixed.test' });
    expect(await logIn(email.toUpperCase(), goodPassword)).toBe('signed_in');
    for (const other of ['mİmi@mixed.test', 'mimi@mİxed.test', 'mimı@mixed.test', 'ｍimi@mixed.test']) {
      expect(await logIn(other, goodPassword)).toBe('invalid_credentials');
    }
  });

  it('is counted as one, however its address is typed', async () => {
    const { email } = await server.addUser({ email: 'iiii@counted.test' });
    for (const spelling of ['Iiii@counted.test', 'iIii@counted.test', 'iiIi@counted.test']) {
      expect(await logIn(spelling, 'Wrong-Lamp-42')).toBe('invalid_credentials');
    }
    expect(await logIn(email, 'Wrong-Lamp-42')).toBe('wrong_captcha');
  });

  it('is sent no more mails to a new password because its address was typed otherwise', async () => {
    const { email } = await server.addUser({ email: 'wiki@bounded.test' });
    const run = { platform: server.platform } as JobRun;
    for (const spelling of [email, 'wİki@bounded.test', 'WIKI@bounded.test', 'wikİ@bounded.test']) {
      for (let count = 0; count < 6; count += 1) await sendResetMail({ email: spelling }, run);
    }
    expect(await server.mailsTo(email)).toHaveLength(5);
  });
});

const refusal = { status: 422, body: { fields: { email: expect.any(String) } } };

describe('an address that could be taken for another', () => {
  const email = 'bob@gmaİl.test';

  it('is refused by the form', async () => {
    const form = {
      ...{
        first_name: 'Bo',
        last_name: 'Bold',
        phone: '+34 600 123 456',
        country: 'ES',
        birthday: '1990-05-17',
      },
      ...{ email, password: goodPassword, password_confirm: goodPassword, captcha: 'not looked at' },
      ...{ terms: true, privacy: true, newsletter: false },
    };
    expect(await server.call(registrationEndpoints.register, form)).toMatchObject(refusal);
  });

  it('is refused when a registration moves there', async () => {
    const moved = await server.call(registrationEndpoints.changeEmail, { ticket: newSecret(), email });
    expect(moved).toMatchObject(refusal);
  });

  it('is refused when an account moves there', async () => {
    const owner = await server.addUser();
    const { body } = await server.call(loginEndpoints.login, { email: owner.email, password: goodPassword });
    const wish = { email, confirmation: { method: 'email', code: '123456' } };
    const moved = await server.call(settingsEndpoints.changeEmail, wish, { token: String(body.access) });
    expect(moved).toMatchObject(refusal);
  });
});
