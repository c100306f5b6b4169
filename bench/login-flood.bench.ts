import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
/** A login of somebody with a known device, of a stranger who is no flooder, and by a passkey, each after so many milliseconds. */
const everyMs = { known: 250, stranger: 1_000, passkey: 1_000 };

/**
 * Whether people get in while others flood the login: 40 wrong passwords a second from sixty IPv4 addresses and from the networks of one IPv6 customer, under
 * made-up e-mails and those of the people. The figure is how many logins of known devices succeed; the peer is how many do without the flood. Shorter:
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
      const passkey = await addPasskey(database, site, members[0] as Member);
      await database.close();
      const calm = await logins(site, { members, passkey, seconds });
      const [flooders, stormy] = await Promise.all([
        floodFor(site, { members, seconds: seconds + 1 }),
        wait(1_000).then(() => logins(site, { members, passkey, seconds })),
      ]);
      return {
        ours: stormy.known.letIn,
        peer: calm.known.letIn,
        peerName: 'the same logins without the flood',
        unit: `logins of known devices that were let in, of ${stormy.known.tries}`,
        seconds,
        flood: { ...flood, answers: flooders },
        duringFlood: stormy,
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
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
}

/** People who have logged in before, each from an address of their own. */
async function addPeople({ kysely }: Database, site: Site): Promise<Member[]> {
  const passwordHash = await hashPassword(password, knownAs('bench'));
  const now = new Date();
  const members: Member[] = [];
  for (let index = 0; index < people; index += 1) {
    const email = `member-${index}@example.test`;
    const name = {
      firstName: 'Thea',
      lastName: 'Test',
      country: 'PT',
      birthday: '1990-05-17',
      language: 'en',
    };
    await createUser(kysely, {
      email,
      passwordHash,
      ...name,
      language: 'en',
      acceptedAt: now,
      createdAt: now,
    });
    const address = `198.51.100.${index + 1}`;
    const { status, body } = await site.post('auth/login', { email, password }, { address });
    if (status !== 200) throw new Error(`A login before the flood was answered with ${status}.`);
    members.push({ email, address, device: String(body.device), access: String(body.access) });
  }
  return members;
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
  readonly passkey: SoftwarePasskey;
  readonly seconds: number;
}

/** People log in, one after the other, whether or not those before them have been answered. */
async function logins(site: Site, { members, passkey, seconds }: Crowd) {
  const member = (turn: number) => members[turn % members.length] as Member;
  const [known, strangers, passkeys] = await Promise.all([
    each({ everyMs: everyMs.known, seconds }, (turn) => {
      // The first has a second factor now.
      const { email, address, device } = member(1 + (turn % (members.length - 1)));
      return site.post('auth/login', { email, password, device }, { address });
    }),
    each({ everyMs: everyMs.stranger, seconds }, (turn) =>
      site.post('auth/login', { email: member(1).email, password }, { address: `192.0.2.${turn + 1}` }),
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
  return { known, strangers, passkeys };
}

async function each(
  { everyMs: pause, seconds }: { everyMs: number; seconds: number },
  logIn: (turn: number) => Promise<Answer>,
) {
  const tries = Math.floor((seconds * 1_000) / pause);
  const tookMs: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: tries }, async (_, turn) => {
      await wait(turn * pause);
      const began = performance.now();
      const { body } = await logIn(turn);
      if (body.status === 'signed_in') tookMs.push(performance.now() - began);
      return body.status === 'signed_in';
    }),
  );
  tookMs.sort((left, right) => left - right);
  const at = (share: number) => Math.round(tookMs[Math.floor((tookMs.length - 1) * share)] ?? 0);
  return { letIn: answers.filter(Boolean).length, tries, p50Ms: at(0.5), slowestMs: at(1) };
}

/** Wrong passwords, a quarter of them for the people's accounts. Answers how often each answer came. */
async function floodFor(site: Site, { members, seconds }: Pick<Crowd, 'members' | 'seconds'>) {
  const counts: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: seconds * flood.perSecond }, async (_, turn) => {
      await wait((turn * 1_000) / flood.perSecond);
      const place = Math.floor(turn / 2) % flood.addresses;
      const address = turn % 2 === 0 ? `203.0.113.${place}` : `2001:db8:7:${place.toString(16)}::1`;
      const email = turn % 4 === 0 ? members[turn % members.length]?.email : `nobody-${turn}@example.test`;
      const device = turn % 3 === 0 ? `made-up-${turn}` : undefined;
      const { body } = await site.post(
        'auth/login',
        { email, password: 'Wrong-Lamp-42', device },
        { address },
      );
      const code = String(body.code);
      counts[code] = (counts[code] ?? 0) + 1;
    }),
  );
  return counts;
}
