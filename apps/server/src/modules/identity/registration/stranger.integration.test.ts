import { registrationEndpoints as endpoints, loginEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeStrangersMail } from '../mail/stranger-mail.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { anyEmail, goodPassword, IdentityApp, tokenIn } from '../testing/identity-app.ts';
import { hashOf, newSecret } from '../tokens/tokens.ts';
import { insertRegistration, trimWaiting } from './registration-store.ts';
import { verifyingLifeSeconds } from './verifying-links.ts';

let server: IdentityApp;

beforeAll(async () => {
  server = await IdentityApp.open();
  // Counts of a day and blocks of a minute do not end while a test runs.
  server.holdClock();
});
afterAll(() => server.close());

const strangersPassword = 'Foreign-Vault-88';
const details = {
  ...{ firstName: 'Foe', lastName: 'Foe', phone: '+34600123456', country: 'ES', birthday: '1990-05-17' },
  ...{ newsletter: false, referralCode: null },
};

async function register(
  email: string,
  { password = goodPassword, from }: { password?: string; from?: string } = {},
) {
  const form = {
    first_name: password === goodPassword ? 'Owner' : 'Foe',
    last_name: 'Müller',
    email,
    password,
    password_confirm: password,
    phone: '+34 600 123 456',
    country: 'ES',
    birthday: '1990-05-17',
    terms: true,
    privacy: true,
    captcha: await server.solved('registration'),
  };
  const answer = await server.call(endpoints.register, form, from === undefined ? {} : { from });
  expect(answer.status).toBe(200);
  return endpoints.register.response.parse(answer.body);
}

/** Has so many registrations made by a stranger, each from the next of so many addresses. */
async function flood(email: string, { times, addresses }: { times: number; addresses: number }) {
  const tickets: string[] = [];
  for (let count = 0; count < times; count += 1) {
    const from = `203.0.113.${(count % addresses) + 1}`;
    tickets.push((await register(email, { password: strangersPassword, from })).ticket);
  }
  return tickets;
}

/** Adds registrations without a mail, as many as come after the bound on mails. */
async function addRows(email: string, { count, sources }: { count: number; sources: number }) {
  const { kysely } = server.platform.database;
  const passwordHash = await hashPassword(strangersPassword, knownAs('test'));
  const createdAt = server.platform.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  for (let row = 0; row < count; row += 1) {
    const registration = {
      ...({ email, createdAt, expiresAt, details, language: 'en', passwordHash } as const),
      ...{ ticketHash: hashOf(newSecret()), source: `source-${row % sources}` },
    };
    await insertRegistration(kysely, registration);
    await trimWaiting(kysely, registration);
  }
}

const verify = (token: string | undefined, password = goodPassword) =>
  server.call(endpoints.verifyEmail, { token, password });
const logIn = async (email: string, password: string) =>
  (await server.call(loginEndpoints.login, { email, password })).body;
const linksTo = async (email: string) =>
  (await server.mailsTo(email))
    .filter(({ template }) => template === 'identity.verify')
    .map((mail) => tokenIn(mail, 'email-verify'));

async function expectOwnersAccount(email: string): Promise<void> {
  expect(await server.query('select first_name from users where email = $1', [email])).toEqual([
    { first_name: 'Owner' },
  ]);
  expect((await logIn(email, goodPassword)).status).toBe('signed_in');
  expect((await logIn(email, strangersPassword)).status).toBeUndefined();
}

describe('a stranger who registers somebody else’s address', () => {
  it('does not use up the mail of its owner, and opens nothing under a password of their own', async () => {
    const email = anyEmail();
    await flood(email, { times: 6, addresses: 1 });
    const strangers = await linksTo(email);
    expect(strangers).toHaveLength(4);
    await register(email);
    expect(await linksTo(email)).toHaveLength(5);

    // Afterwards the stranger registers once more from elsewhere, so that theirs is the newest mail of all.
    await register(email, { password: strangersPassword });
    const newest = (await linksTo(email)).at(-1);
    expect((await verify(newest)).status).toBe(200);
    await expectOwnersAccount(email);
    for (const link of strangers) {
      expect((await verify(link, strangersPassword)).body.code).toBe('email_already_verified');
    }
  });

  it('fills no box from however many addresses, and leaves the owner a mail of the day and links that count', async () => {
    const email = anyEmail();
    await flood(email, { times: 11, addresses: 10 });
    expect(await linksTo(email)).toHaveLength(10);
    expect((await register(email)).mail_sent).toBe(true);
    expect(await linksTo(email)).toHaveLength(11);
    expect((await register(email)).mail_sent).toBe(false);
    expect(await linksTo(email)).toHaveLength(11);
    const [first] = await linksTo(email);
    expect((await verify(first)).status).toBe(200);
    await expectOwnersAccount(email);
  });

  it('opens the owner’s registration by any mail once the stranger has used up the last of the day', async () => {
    const email = anyEmail();
    await flood(email, { times: 11, addresses: 11 });
    const links = await linksTo(email);
    expect(links).toHaveLength(11);
    expect((await register(email)).mail_sent).toBe(false);
    await flood(email, { times: 18, addresses: 6 });
    expect(await linksTo(email)).toHaveLength(11);
    expect((await verify(links[0])).status).toBe(200);
    await expectOwnersAccount(email);
  });

  it('pushes out no registration whose mail was sent', async () => {
    const email = anyEmail();
    await register(email);
    const [link] = await linksTo(email);
    await flood(email, { times: 18, addresses: 6 });
    expect((await verify(link)).status).toBe(200);
    await expectOwnersAccount(email);
  });

  it('cannot hide that the registration was replaced, and the same link opens the next one', async () => {
    const email = anyEmail();
    await flood(email, { times: 11, addresses: 11 });
    const [link] = await linksTo(email);
    await register(email);
    expect((await verify(link, 'Never-Chosen-12')).body.code).toBe('invalid_credentials');
    server.pass(1);
    await addRows(email, { count: 20, sources: 20 });
    expect((await verify(link)).body.code).toBe('registration_replaced');
    const kept = await server.query(
      'select details, password_hash from registrations where replaced_at is not null and email = $1',
      [email],
    );
    expect(kept).toEqual([{ details: {}, password_hash: '' }]);
    await register(email);
    expect((await verify(link)).status).toBe(200);
    await expectOwnersAccount(email);
  });

  it('takes no link back by moving the registration elsewhere', async () => {
    const email = anyEmail();
    const [ticket = ''] = await flood(email, { times: 1, addresses: 1 });
    await register(email);
    const [strangers] = await linksTo(email);
    expect((await server.call(endpoints.changeEmail, { ticket, email: anyEmail() })).status).toBe(200);
    expect((await verify(strangers)).status).toBe(200);
    await expectOwnersAccount(email);
  });

  it('has no account opened by an owner who presses the link without having registered', async () => {
    const email = anyEmail();
    await flood(email, { times: 1, addresses: 1 });
    const [link] = await linksTo(email);
    for (let tries = 0; tries < 60; tries += 1) {
      expect((await verify(link, `Owner-Guess-${tries}`)).body.code).toBe('invalid_credentials');
    }
    expect((await verify(link, 'Owner-Guess-61')).body.code).toBe('too_many_verification_attempts');
    expect(await server.query('select from users where email = $1', [email])).toEqual([]);
  });

  it('does not block the right password at a link by thirty wrong ones, nor other links by any', async () => {
    const email = anyEmail();
    await flood(email, { times: 1, addresses: 1 });
    await register(email);
    const [first, second] = await linksTo(email);
    for (let tries = 0; tries < 30; tries += 1) await verify(first, `Owner-Guess-${tries}`);
    expect((await verify(second, 'Owner-Guess-31')).body.code).toBe('invalid_credentials');
    expect((await verify(first)).status).toBe(200);
    await expectOwnersAccount(email);
  });

  it('keeps a few registrations waiting that had no mail, and those of the owner among them', async () => {
    const email = anyEmail();
    const waiting = async () =>
      (await server.query('select from registrations where email = $1 and replaced_at is null', [email]))
        .length;
    await register(email);
    await addRows(email, { count: 9, sources: 1 });
    expect(await waiting()).toBe(4);
    expect((await verify((await linksTo(email))[0])).status).toBe(200);
    await addRows(email, { count: 40, sources: 20 });
    expect(await waiting()).toBe(17);
  });

  it('has no more wait by moving registrations to the address than it may have mails sent there', async () => {
    const email = anyEmail();
    await register(email);
    const from = '203.0.113.77';
    for (let count = 0; count < 5; count += 1) {
      const { ticket } = await register(anyEmail(), { password: strangersPassword, from });
      const moved = await server.call(endpoints.changeEmail, { ticket, email }, { from });
      expect(moved.status).toBe(count < 4 ? 200 : 429);
    }
    const waiting = await server.query<{ ticket_hash: Buffer }>(
      'select ticket_hash from registrations where email = $1',
      [email],
    );
    // Each of them had a mail, and of mails there are few.
    expect(waiting).toHaveLength(5);
    expect((await verify((await linksTo(email))[0])).status).toBe(200);
  });

  it('writes to the same box no more often by tags, and takes nothing from the address without one', async () => {
    const [local, domain] = anyEmail().split('@');
    for (let tag = 0; tag < 6; tag += 1) await register(`${local}+${tag}@${domain}`);
    const mails = () => server.query('select from messages where recipient like $1', [`${local}+%`]);
    // One of the day is kept for a network that has not asked for this box yet.
    expect(await mails()).toHaveLength(6);
    await register(`${local}+6@${domain}`);
    expect(await mails()).toHaveLength(6);
    await register(`${local}@${domain}`);
    expect(await linksTo(`${local}@${domain}`)).toHaveLength(1);
  });

  it('takes nothing from it by changes of address that are asked for', async () => {
    const email = anyEmail();
    const { platform } = server;
    const change = { kind: 'email_change', email } as const;
    for (let count = 0; count < 12; count += 1) {
      await takeStrangersMail(platform.database.kysely, platform, { ...change, requester: `user-${count}` });
    }
    await register(email);
    expect(await linksTo(email)).toHaveLength(1);
  });

  it('leaves a link in the box that counts for as long as mails to it rest', async () => {
    const email = anyEmail();
    const mails = { kind: 'registration', email } as const;
    const { platform } = server;
    const rest = () =>
      takeStrangersMail(platform.database.kysely, platform, { ...mails, requester: anyEmail() });
    for (let mail = 1; mail <= 10; mail += 1) expect(await rest()).toBe(0);
    for (let mail = 11; mail <= 15; mail += 1) {
      // The mail of the day, for a network that has not asked before.
      await rest();
      const seconds = await rest();
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(verifyingLifeSeconds / 2 + 1);
      server.pass(seconds);
      expect(await rest()).toBe(0);
    }
  });
});

describe('the ticket of a registration', () => {
  it('says so when no mail goes out', async () => {
    const email = anyEmail();
    const from = '203.0.113.200';
    const { ticket } = await register(email, { from });
    for (let mails = 2; mails <= 4; mails += 1) {
      server.pass(61);
      expect((await server.call(endpoints.resend, { ticket }, { from })).status).toBe(200);
    }
    server.pass(61);
    const refused = await server.call(endpoints.resend, { ticket }, { from });
    expect(refused.body.code).toBe('too_many_verification_attempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(await linksTo(email)).toHaveLength(4);
  });
});
