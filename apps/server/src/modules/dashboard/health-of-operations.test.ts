import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { selfSigned } from '#testing/self-signed.ts';
import { judge } from './read-backup.ts';
import { askCertificate, certificateWatch, judgeCertificate } from './read-certificate.ts';
import { judgeClock } from './read-clock.ts';
import { isThisMachine, judgeDisk } from './read-disk.ts';
import { judgeMail } from './read-health.ts';

const now = new Date('2026-01-10T12:00:00Z');
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const noted = (hours: number) => ({ at: before(hours), what: 'a dump' });
const archive = (archived: number, failed: number | null = null) => ({
  ...{ on: true, archived: before(archived), failed: failed === null ? null : before(failed) },
});
const stateOf = (seen: Partial<Parameters<typeof judge>[0]>) =>
  judge({ now: now.getTime(), isEmbedded: false, noted: undefined, archive: undefined, ...seen });

it('says how old the newest backup is, that a night was missed, and that nobody makes any', () => {
  expect(stateOf({ noted: noted(3) })).toMatchObject({
    ...{ state: 'good', text: 'The newest, a dump, was begun 3 hours ago.' },
  });
  expect(stateOf({ noted: noted(31) }).state).toBe('warn');
  expect(stateOf({ noted: noted(24 * 8) })).toMatchObject({
    ...{ state: 'bad', text: expect.stringContaining('8 days ago') },
  });
});

it('knows nothing of a backup that nobody noted, whatever is archived, and says what to do', () => {
  expect(stateOf({})).toMatchObject({ state: 'unknown', text: expect.stringContaining('note_backup') });
  expect(stateOf({ archive: archive(0.1) }).state).toBe('unknown');
  expect(stateOf({ isEmbedded: true }).text).toContain('last-backup');
});

it('tells when the log is no longer archived', () => {
  expect(stateOf({ noted: noted(3), archive: archive(0.5) }).state).toBe('good');
  expect(stateOf({ noted: noted(3), archive: archive(2) })).toMatchObject({
    ...{ state: 'warn', text: expect.stringContaining('archive_timeout') },
  });
  expect(stateOf({ noted: noted(3), archive: archive(0.5, 0.1) }).state).toBe('bad');
  // It failed once and went well since.
  expect(stateOf({ noted: noted(3), archive: archive(0.1, 0.5) }).state).toBe('good');
});

it.each([
  [60, 'good'],
  [13, 'warn'],
  [2, 'bad'],
  [-1, 'bad'],
])('of a certificate with %i days left thinks it is %s', (days, state) => {
  const ends = new Date(now.getTime() + days * 86_400_000 + 1_000);
  expect(judgeCertificate({ ends, objection: null }, now).state).toBe(state);
});

it('says of a certificate that ends soon when that is, and why it is not trusted besides', () => {
  const ends = new Date(now.getTime() + 3_600_000);
  const { text } = judgeCertificate({ ends, objection: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, now);
  expect(text).toMatch(/^It ends within a day, on [0-9-]{10}\. Renew it now\. This server does not trust it/);
});

it('asks an address for its certificate, also for one that nobody trusts', async () => {
  const made = Date.now();
  const server = createServer(selfSigned('localhost'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { ends, objection } = await askCertificate(new URL(`https://127.0.0.1:${port}`));
  // It was made a moment ago for a day, in whole seconds.
  expect(ends.getTime() - 86_400_000).toBeGreaterThan(made - 1_000);
  expect(ends.getTime() - 86_400_000).toBeLessThanOrEqual(Date.now());
  expect(objection).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  await new Promise((resolve) => server.close(resolve));
  const watch = certificateWatch(`https://127.0.0.1:${port}`);
  expect(await watch(now)).toMatchObject({
    ...{ state: 'unknown', text: expect.stringMatching(/^127\.0\.0\.1:[0-9]+ cannot be asked/) },
  });
});

it('asks once however often it is looked at, and never where there is no certificate', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return { ends: new Date('2026-03-01T00:00:00Z'), objection: null };
  };
  const watch = certificateWatch('https://exchange.example', ask);
  const looks = await Promise.all([watch(now), watch(now)]);
  expect([...looks, await watch(now)].map((part) => part?.text)).toEqual(
    Array(3).fill('It ends in 49 days, on 2026-03-01.'),
  );
  expect(asked).toBe(1);
  expect(await certificateWatch('http://exchange.example', ask)(now)).toBeUndefined();
  expect(asked).toBe(1);
});

const mail = { problem: undefined, waiting: 0, failed: 0, oldestSeconds: 0 };

it('says that mail is bad while mails wait or the server cannot be reached, long before one has failed for good', () => {
  expect(judgeMail(mail)).toMatchObject({ state: 'good', text: 'It is delivered.' });
  expect(judgeMail({ ...mail, waiting: 3, oldestSeconds: 8 }).state).toBe('good');
  expect(judgeMail({ ...mail, waiting: 3, oldestSeconds: 61 })).toMatchObject({
    ...{ state: 'warn', text: expect.stringContaining('3 mails wait, the oldest for 61 seconds') },
  });
  expect(judgeMail({ ...mail, waiting: 3, oldestSeconds: 507 }).state).toBe('bad');
  expect(judgeMail({ ...mail, problem: 'smtp ECONNREFUSED' })).toMatchObject({
    ...{ state: 'bad', text: expect.stringContaining('ECONNREFUSED') },
  });
  expect(judgeMail({ ...mail, failed: 2 }).state).toBe('warn');
});

it('knows the disk of a database only where it lies on this machine', () => {
  expect(judgeDisk({ free: 74 * 2 ** 30, place: 'embedded' })).toMatchObject({
    ...{ state: 'good', text: '74.0 GB are free on the disk of the database.' },
  });
  expect(judgeDisk({ free: 2 * 2 ** 30, place: 'here' }).state).toBe('warn');
  expect(judgeDisk({ free: 2 ** 29, place: 'here' }).state).toBe('bad');
  expect(judgeDisk({ free: undefined, place: 'elsewhere' })).toMatchObject({
    ...{ state: 'unknown', text: expect.stringContaining('another machine') },
  });
  expect(judgeDisk({ free: undefined, place: 'here' })).toMatchObject({
    ...{ state: 'unknown', text: expect.stringContaining('pg_read_all_settings') },
  });
});

it.each([
  ['postgres://a:b@localhost/emporion', true],
  ['postgres://a:b@127.0.0.1:5433/emporion', true],
  ['postgres://a:b@[::1]/emporion', true],
  ['postgres://a:b@%2Fvar%2Frun%2Fpostgresql/emporion', true],
  ['postgres:///emporion?host=/var/run/postgresql', true],
  ['postgres://a:b@database/emporion?sslmode=verify-full', false],
  ['postgres://a:b@localhost/emporion?host=10.0.0.5', false],
])('takes the database of %s for one on this machine: %s', (url, isHere) => {
  expect(isThisMachine(url)).toBe(isHere);
});

it('tells of a clock that is behind the journal, or apart from that of the database', () => {
  expect(judgeClock({ behindJournalMs: -50, databaseAheadMs: 40 }).state).toBe('good');
  expect(judgeClock({ behindJournalMs: 26 * 3_600_000, databaseAheadMs: 0 })).toMatchObject({
    ...{ state: 'bad', text: expect.stringContaining('26 hours behind the newest command') },
  });
  expect(judgeClock({ behindJournalMs: 0, databaseAheadMs: -8_000 })).toMatchObject({
    ...{ state: 'warn', text: expect.stringContaining('8 seconds ahead of that of the database') },
  });
  expect(judgeClock({ behindJournalMs: 0, databaseAheadMs: 300_000 })).toMatchObject({
    ...{ state: 'bad', text: expect.stringContaining('5 minutes behind that of the database') },
  });
});
