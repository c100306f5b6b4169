import { hash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { knownAs } from '../apps/server/src/modules/identity/passwords/hashing-line.ts';
import { hashPassword } from '../apps/server/src/modules/identity/passwords/passwords.ts';
import { SoftwarePasskey } from '../apps/server/src/modules/identity/testing/software-passkey.ts';
import { createUser } from '../apps/server/src/modules/identity/users/create-user.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { freshSettings, removeFolder, startProduct } from '../e2e/product.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { during } from './trading-product.ts';

const people = 20;
const password = 'Harbour-Lamp-42';
const flood = { addresses: 60, perSecond: 40 };
/** A login of somebody with a known device, by a passkey, of a stranger, and of a stranger whose account the flood names, each after so many milliseconds. */
const everyMs = { known: 250, passkey: 1_000, stranger: 500, attacked: 1_000 };
/** Every so many of the strangers are staff. */
const staffEvery = 4;
/** As the login page retries while the server has no room. */
const retry = { forMs: 30_000, pauseMaxSeconds: 5 };
const soonMs = 5_000;

/**
 * Whether people get in while others flood the login: 40 wrong passwords a second from sixty IPv4 addresses and from the networks of one IPv6 customer, under
 * made-up e-mails and those of the people; then the same with another address for each request. The flood solves no puzzles: each would cost it some 25,000 hashes. The figure is how many logins of known devices succeed; the
 * peer is how many do without the flood. Strangers have a new address each, an account that has never logged in, and the right password. Shorter:
 * `npm run bench -- login-flood 5`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [seconds = 15] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const settings = await freshSettings();
  // The load names the addresses that it comes from, as a proxy would.
  const env = { ...settings, DATABASE_URL: postgres.url, DEMO_MARKET: 'false', TRUST_PROXY: '1' };
  try {
    return await during(startProduct(env), async ({ url }) => {
      const site = new Site(url, `http://localhost:${settings.PORT}`);
      const database = await connectDatabase(postgres.url);
      const members = await addPeople(database, site);
      const perPhase = Math.floor((seconds * 1_000) / everyMs.stranger);
      const strangers = await addStrangers(database, 3 * perPhase);
      const passkey = await addPasskey(database, site, members[0] as Member);
      await database.close();
      const crowd = (phase: number): Crowd => ({
        ...{ members, passkey, seconds },
        strangers: strangers.slice(phase * perPhase, (phase + 1) * perPhase),
      });
      const storm = async (phase: number, addressOf: (turn: number) => string) => {
        const [answers, duringFlood] = await Promise.all([
          floodFor(site, { members, seconds: seconds + 1, addressOf }),
          wait(1_000).then(() => logins(site, crowd(phase))),
        ]);
        return { answers, ...duringFlood, load: loadavg()[0] };
      };
      const calm = await logins(site, crowd(0));
      const stormy = await storm(1, fixedAddress);
      const changing = await storm(2, anyAddress);
      return {
        ours: stormy.known.letIn,
        peer: calm.known.letIn,
        peerName: 'the same logins without the flood',
        unit: `logins of known devices that were let in, of ${stormy.known.tries}`,
        seconds,
        flood,
        duringFlood: stormy,
        duringFloodOfChangingAddresses: changing,
        without: calm,
      };
    });
  } finally {
    await postgres.stop();
    removeFolder(dataFolder);
    removeFolder(settings.DATA_DIR);
  }
}

interface Member {
  readonly email: string;
  readonly address: string;
  readonly device: string;
  readonly access: string;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
}

class Site {
  readonly #url: string;
  /** Under which people open it; a passkey answers nowhere else. */
  readonly origin: string;

  constructor(url: string, origin: string) {
    this.#url = url;
    this.origin = origin;
  }

  async post(path: string, body: object, from: { address: string; access?: string }): Promise<Answer> {
    const answer = await fetch(`${this.#url}/api/v1/${path}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from.address,
        ...(from.access !== undefined && { authorization: `Bearer ${from.access}` }),
      },
      body: JSON.stringify(body),
    });
    const retryAfter = answer.headers.get('retry-after');
    const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
    const answered = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, body: answered, retryAfterSeconds };
  }
}

const person = {
  firstName: 'Thea',
  lastName: 'Test',
  country: 'PT',
  birthday: '1990-05-17',
  language: 'en',
} as const;

/** People who have logged in before, each from an address of their own. */
async function addPeople({ kysely }: Database, site: Site): Promise<Member[]> {
  const passwordHash = await hashPassword(password, knownAs('bench'));
  const now = new Date();
  const members: Member[] = [];
  for (let index = 0; index < people; index += 1) {
    const email = `member-${index}@example.test`;
    await createUser(kysely, { ...person, email, passwordHash, acceptedAt: now, createdAt: now });
    const address = `198.51.100.${index + 1}`;
    const { status, body } = await site.post('auth/login', { email, password }, { address });
    if (status !== 200) throw new Error(`A login before the flood was answered with ${status}.`);
    members.push({ email, address, device: String(body.device), access: String(body.access) });
  }
  return members;
}

interface Newcomer {
  readonly email: string;
  readonly address: string;
  readonly isStaff: boolean;
}

/** People who have never logged in, some of them staff. */
async function addStrangers({ kysely, pool }: Database, count: number): Promise<Newcomer[]> {
  const passwordHash = await hashPassword(password, knownAs('bench'));
  const now = new Date();
  const newcomers: Newcomer[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `newcomer-${index}@example.test`;
    const id = await createUser(kysely, { ...person, email, passwordHash, acceptedAt: now, createdAt: now });
    const isStaff = index % staffEvery === 0;
    if (isStaff) await pool.query(`update users set roles = '{support}' where id = $1`, [id]);
    newcomers.push({ email, address: `192.0.${index % 200}.${1 + (index % 250)}`, isStaff });
  }
  return newcomers;
}

async function addPasskey(
  { pool }: Database,
  site: Site,
  { email, address, access }: Member,
): Promise<SoftwarePasskey> {
  const from = { address, access };
  await site.post('security/confirmation/send-code', { action: 'passkeys', method: 'email' }, from);
  const { rows } = await pool.query('select text from messages where recipient = $1 order by sequence', [
    email,
  ]);
  const code = /\b\d{6}\b/.exec(String(rows.at(-1)?.text))?.[0];
  const confirmation = { method: 'email', code };
  const begun = await site.post('security/passkeys/begin', { confirmation }, from);
  const passkey = new SoftwarePasskey();
  const answer = passkey.register(ceremonyOf(site, begun));
  const challenge = begun.body.challenge;
  const added = await site.post('security/passkeys', { challenge, answer, name: 'Laptop' }, from);
  if (added.status !== 200) throw new Error(`The passkey was refused: ${JSON.stringify(added.body)}`);
  return passkey;
}

function ceremonyOf({ origin }: Site, { body }: Answer) {
  const { challenge } = body.options as { challenge: string };
  return { challenge, rpId: new URL(origin).hostname, origin };
}

interface Crowd {
  readonly members: readonly Member[];
  readonly strangers: readonly Newcomer[];
  readonly passkey: SoftwarePasskey;
  readonly seconds: number;
}

/** Logs in as the login page does: it solves the puzzle that is asked for, and retries while the server has no room. */
async function logInAsThePage(site: Site, { email, address }: Newcomer): Promise<Answer> {
  const until = performance.now() + retry.forMs;
  for (;;) {
    const asked = await site.post('check_captcha', { action: 'login', email }, { address });
    const captcha = asked.body.required === true ? solutionOf(asked.body.challenge as Puzzle) : undefined;
    const answer = await site.post('auth/login', { email, password, captcha }, { address });
    const { body, retryAfterSeconds = Number.POSITIVE_INFINITY } = answer;
    if (body.code !== 'too_many_login_attempts' || retryAfterSeconds > retry.pauseMaxSeconds) return answer;
    const pauseMs = (retryAfterSeconds + Math.random()) * 1_000;
    if (performance.now() + pauseMs > until) return answer;
    await wait(pauseMs);
  }
}

interface Puzzle {
  readonly challenge: string;
  readonly salt: string;
  readonly maxnumber: number;
}

function solutionOf({ maxnumber, ...puzzle }: Puzzle): string {
  let number = 0;
  while (number < maxnumber && hash('sha256', `${puzzle.salt}${number}`) !== puzzle.challenge) number += 1;
  return Buffer.from(JSON.stringify({ ...puzzle, number })).toString('base64');
}

/** People log in, one after the other, whether or not those before them have been answered. */
async function logins(site: Site, { members, strangers, passkey, seconds }: Crowd) {
  const member = (turn: number) => members[turn % members.length] as Member;
  const newcomer = (turn: number) => strangers[turn] as Newcomer;
  const staff = strangers.map(({ isStaff }) => isStaff);
  const [known, newcomers, attacked, passkeys] = await Promise.all([
    each({ everyMs: everyMs.known, seconds }, (turn) => {
      // The first has a second factor now.
      const { email, address, device } = member(1 + (turn % (members.length - 1)));
      return site.post('auth/login', { email, password, device }, { address });
    }),
    each({ everyMs: everyMs.stranger, seconds }, (turn) => logInAsThePage(site, newcomer(turn))),
    each({ everyMs: everyMs.attacked, seconds }, (turn) =>
      site.post('auth/login', { email: member(1).email, password }, { address: `192.1.2.${turn + 1}` }),
    ),
    each({ everyMs: everyMs.passkey, seconds }, async () => {
      const { address } = member(0);
      const asked = await site.post('auth/passkey/options', {}, { address });
      // It counts nothing, as those that are kept on several devices: answers may overtake one another.
      passkey.counter = -1;
      const answer = passkey.authenticate(ceremonyOf(site, asked));
      return site.post('auth/passkey', { challenge: asked.body.challenge, answer }, { address });
    }),
  ]);
  return {
    known: summaryOf(known),
    strangers: summaryOf(newcomers),
    staffAmongStrangers: summaryOf(newcomers.filter((_, turn) => staff[turn])),
    strangersOfAttackedAccounts: summaryOf(attacked),
    passkeys: summaryOf(passkeys),
  };
}

/** Milliseconds of a login that was let in; undefined for one that was not. */
type Took = number | undefined;

function each(
  { everyMs: pause, seconds }: { everyMs: number; seconds: number },
  logIn: (turn: number) => Promise<Answer>,
): Promise<Took[]> {
  const tries = Math.floor((seconds * 1_000) / pause);
  return Promise.all(
    Array.from({ length: tries }, async (_, turn) => {
      await wait(turn * pause);
      const began = performance.now();
      const { body } = await logIn(turn);
      // Staff are asked for their second step next.
      const isLetIn = body.status === 'signed_in' || body.status === 'second_step';
      return isLetIn ? performance.now() - began : undefined;
    }),
  );
}

function summaryOf(logins: readonly Took[]) {
  const tookMs = logins.filter((took) => took !== undefined).sort((left, right) => left - right);
  const at = (share: number) => Math.round(tookMs[Math.floor((tookMs.length - 1) * share)] ?? 0);
  const soon = tookMs.filter((took) => took <= soonMs).length;
  const tries = logins.length;
  return {
    letIn: tookMs.length,
    tries,
    within5s: `${Math.round((soon / tries) * 100)} %`,
    p50Ms: at(0.5),
    slowestMs: at(1),
  };
}

/** Sixty IPv4 addresses, and the networks of one IPv6 customer. */
function fixedAddress(turn: number): string {
  const place = Math.floor(turn / 2) % flood.addresses;
  return turn % 2 === 0 ? `203.0.113.${place}` : `2001:db8:7:${place.toString(16)}::1`;
}

/** Another one for each request, from networks that have nothing to do with each other. */
function anyAddress(turn: number): string {
  const mixed = (turn * 2_654_435_761) % 2 ** 32;
  return `${20 + (mixed % 150)}.${(mixed >>> 8) % 256}.${(mixed >>> 16) % 256}.${(mixed >>> 24) % 256}`;
}

interface Flood {
  readonly members: readonly Member[];
  readonly seconds: number;
  readonly addressOf: (turn: number) => string;
}

/** Wrong passwords, a quarter of them for the people's accounts. Answers how often each answer came. */
async function floodFor(site: Site, { members, seconds, addressOf }: Flood) {
  const counts: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: seconds * flood.perSecond }, async (_, turn) => {
      await wait((turn * 1_000) / flood.perSecond);
      const email = turn % 4 === 0 ? members[turn % members.length]?.email : `nobody-${turn}@example.test`;
      const device = turn % 3 === 0 ? `made-up-${turn}` : undefined;
      const tried = { email, password: 'Wrong-Lamp-42', device };
      const { body } = await site.post('auth/login', tried, { address: addressOf(turn) });
      const code = String(body.code);
      counts[code] = (counts[code] ?? 0) + 1;
    }),
  );
  return counts;
}
