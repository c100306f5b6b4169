import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { enrolTotp, mailedCode } from '../testing/prove.ts';

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

describe('an authenticator app', () => {
  it('is turned on by its first code, and brings ten backup codes', async () => {
    const person = await world.person();
    const { backupCodes } = await enrolTotp(world, person);
    expect(new Set(backupCodes).size).toBe(10);
    const factors = await person.call('GET', 'security/factors');
    expect(factors.body).toEqual({
      totp: true,
      sms: false,
      email: false,
      passkeys: [],
      backup_codes_left: 10,
    });
    expect((await world.messagesTo(person.email)).at(-1)?.subject).toBe(
      'Your authenticator app was turned on',
    );
    expect(await world.events(person.id)).toEqual(['totp_factor_turned_on']);
  });

  it('names the account and the house in what the QR code holds', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'factors');
    const { body } = await person.call('POST', 'security/totp/begin', { confirmation });
    const uri = new URL(String(body.uri));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(person.email);
    expect(uri.searchParams.get('issuer')).toBe('Emporion');
    expect(uri.searchParams.get('secret')).toBe(body.secret);
  });

  it('is not turned on by a wrong code, nor by a setup that was left lying', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'factors');
    const { body } = await person.call('POST', 'security/totp/begin', { confirmation });
    const wrong = await person.call('POST', 'security/totp/finish', { code: '000000' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'two_factor_invalid' } });
    world.advance(16 * 60);
    const code = person.totpCode(String(body.secret));
    const late = await person.call('POST', 'security/totp/finish', { code });
    expect(late.body.code).toBe('two_factor_expired');
    expect((await person.call('GET', 'security/factors')).body).toMatchObject({ totp: false });
  });

  it('is not replaced while it is on', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const confirmation = { method: 'totp', code: person.totpCode(secret) };
    const again = await person.call('POST', 'security/totp/begin', { confirmation });
    expect(again).toMatchObject({ status: 422, body: { code: 'value_not_allowed' } });
  });

  it('gives a code that counts once, for one action only', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const confirmation = { method: 'totp', code: person.totpCode(secret) };
    const first = await person.call('POST', 'settings/anti-phishing', {
      anti_phishing_code: 'tall ships',
      confirmation,
    });
    expect(first.status).toBe(200);
    const reused = await person.call('POST', 'security/backup-codes', { confirmation });
    expect(reused).toMatchObject({ status: 401, body: { code: 'two_factor_used' } });
  });

  it('gives no second use to the code that turned it on', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    const confirmation = { method: 'totp', code: person.totpCode(secret) };
    const reused = await person.call('POST', 'security/backup-codes', { confirmation });
    expect(reused.body.code).toBe('two_factor_used');
  });

  it('calls no code used that was only skipped', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const skipped = person.totpCode(secret);
    world.advance(30);
    const next = { method: 'totp', code: person.totpCode(secret) };
    expect((await person.call('POST', 'security/backup-codes', { confirmation: next })).status).toBe(200);
    const confirmation = { method: 'totp', code: skipped };
    const late = await person.call('POST', 'security/backup-codes', { confirmation });
    expect(late.body.code).toBe('two_factor_expired');
  });

  it('refuses a stale code as expired', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(60);
    const code = person.totpCode(secret);
    world.advance(90);
    const stale = await person.call('POST', 'security/backup-codes', {
      confirmation: { method: 'totp', code },
    });
    expect(stale.body.code).toBe('two_factor_expired');
  });

  it('is turned off by itself, which ends all sessions and freezes payouts for a day', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const confirmation = { method: 'totp', code: person.totpCode(secret) };
    const off = await person.call('POST', 'security/factors/turn-off', { method: 'totp', confirmation });
    expect(off).toEqual({ status: 200, body: {} });
    expect((await person.call('GET', 'security/factors')).body).toMatchObject({
      code: { code: 'token_not_valid' },
    });
    const { payoutsFrozenUntil } = await person.account();
    expect(payoutsFrozenUntil?.getTime()).toBe(world.platform.clock.now().getTime() + 86_400_000);
    const session = await person.openSession();
    const factors = await person.callFrom(session, 'GET', 'security/factors');
    expect(factors.body).toMatchObject({ totp: false, backup_codes_left: 0 });
    const notice = (await world.messagesTo(person.email)).at(-1);
    expect(notice?.subject).toBe('Your authenticator app was turned off');
    expect(notice?.text).toContain('withdrawals are paused until');
  });

  it('keeps its secret out of the database, the log and the audit log', async () => {
    const person = await world.person();
    const { secret, backupCodes } = await enrolTotp(world, person);
    const { rows } = await world.platform.database.pool.query(
      `select (select json_agg(t) from totp_factors t)::text || (select json_agg(b) from backup_codes b)::text ||
       (select json_agg(e) from security_events e)::text || (select json_agg(m) from messages m)::text as everything`,
    );
    for (const secretText of [secret, ...backupCodes]) {
      expect(rows[0].everything).not.toContain(secretText);
      expect(world.logLines.join('\n')).not.toContain(secretText);
    }
  });
});

describe('a backup code', () => {
  it('stands in for the app once, however it is typed', async () => {
    const person = await world.person();
    const { backupCodes } = await enrolTotp(world, person);
    const [first = ''] = backupCodes;
    const confirmation = { method: 'backup', code: ` ${first.toUpperCase().replace('-', ' ')} ` };
    const renewed = { anti_phishing_code: 'tall ships', confirmation };
    expect((await person.call('POST', 'settings/anti-phishing', renewed)).status).toBe(200);
    const again = await person.call('POST', 'settings/anti-phishing', renewed);
    expect(again.body.code).toBe('two_factor_used');
    expect((await person.call('GET', 'security/factors')).body).toMatchObject({ backup_codes_left: 9 });
  });

  it('of another person opens nothing', async () => {
    const person = await world.person();
    const stranger = await world.person();
    await enrolTotp(world, person);
    const { backupCodes } = await enrolTotp(world, stranger);
    const confirmation = { method: 'backup', code: backupCodes[0] };
    const refused = await person.call('POST', 'security/backup-codes', { confirmation });
    expect(refused.body.code).toBe('two_factor_invalid');
    expect((await stranger.call('GET', 'security/factors')).body).toMatchObject({ backup_codes_left: 10 });
  });

  it('counts no more when new ones were made', async () => {
    const person = await world.person();
    const { secret, backupCodes } = await enrolTotp(world, person);
    world.advance(30);
    const made = await person.call('POST', 'security/backup-codes', {
      confirmation: { method: 'totp', code: person.totpCode(secret) },
    });
    expect(made.body.backup_codes).toHaveLength(10);
    const old = { method: 'backup', code: backupCodes[0] };
    const refused = await person.call('POST', 'security/backup-codes', { confirmation: old });
    expect(refused.body.code).toBe('two_factor_invalid');
  });
});
