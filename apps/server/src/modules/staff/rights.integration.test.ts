import * as rest from '@emporion/contracts/rest';
import {
  apiBase,
  builtInRoles,
  type Capability,
  type Endpoint,
  isCapability,
  type StaffRole,
  staffRoles,
} from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceSessions, findUser, noteSecurityChange } from '#modules/identity/index.ts';
import { modules } from '#modules.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { extent } from '#testing/extent.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';

const endpoints: readonly Endpoint[] = Object.entries(rest)
  .filter(([name]) => name.endsWith('Endpoints'))
  .flatMap(([, area]) => Object.values(area as Record<string, Endpoint>));
const ofStaff = endpoints.filter(({ access }) => isCapability(access));
const ofTraders = endpoints.filter(({ access }) => access === 'trader');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let exchange: StaffedExchange;
let staff: Member;
let trader: Member;

beforeAll(async () => {
  // What the exchange has already, and what would begin to trade or to watch by itself.
  const left = new Set(['identity', 'markets', 'trading', 'demo-market', 'outbox']);
  exchange = await openStaffedExchange({
    modules: modules.filter(({ name }) => !left.has(name)),
    // One person asks every call as every role, which is more than anybody may in a minute.
    env: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  staff = await exchange.member('support');
  trader = await exchange.member('trader');
});
afterAll(() => exchange.close());

const values: Readonly<Record<string, string>> = { network: 'bitcoin', role: 'support', pair: 'BTC-USDT' };
function pathOf({ path }: Endpoint): string {
  const currency = path.includes('rates') ? 'EUR' : 'BTC';
  return path.replaceAll(/:([a-z_]+)/g, (_, name: string) =>
    name === 'currency' ? currency : (values[name] ?? '3f1c2f9e-6f0a-4b6e-9d5a-0d7f3f1c2f9e'),
  );
}

const call = (by: Member, endpoint: Endpoint) =>
  by.call({
    method: endpoint.method,
    path: pathOf(endpoint),
    ...(endpoint.method === 'GET' ? {} : { body: {} }),
  });

async function become(roles: readonly StaffRole[]): Promise<void> {
  const { database } = exchange.test;
  await database.pool.query('update users set roles = $2 where id = $1', [staff.id, roles]);
  await announceSessions(database.kysely, exchange.platform, { userId: staff.id });
}

describe('the matrix of routes and roles', () => {
  it('has every staff call of the contracts, and none that looks like one without a capability', () => {
    expect(ofStaff.length).toBeGreaterThan(25);
    expect(
      endpoints.filter(({ path, access }) => path.startsWith('admin/') !== isCapability(access)),
    ).toEqual([]);
  });

  it('answers a visitor 401 on everything that asks for a token', async () => {
    for (const endpoint of endpoints.filter(({ access }) => access !== 'public' && access !== 'open')) {
      const answer = await exchange.app.inject({
        method: endpoint.method,
        url: `${apiBase}${pathOf(endpoint)}/`,
        ...(endpoint.method === 'GET' ? {} : { payload: {} }),
      });
      expect([nameOf(endpoint), answer.statusCode]).toEqual([nameOf(endpoint), 401]);
    }
  });

  it('shows none of it to somebody who is not staff', async () => {
    for (const endpoint of ofStaff) {
      const { status, body } = await call(trader, endpoint);
      expect([nameOf(endpoint), status, body.code]).toEqual([nameOf(endpoint), 404, 'not_found']);
    }
  });

  it.each(staffRoles)('opens to %s what the role may do, and shows nothing else', async (role) => {
    await become([role]);
    const held: readonly Capability[] = builtInRoles[role];
    for (const endpoint of ofStaff) {
      const { status, body } = await call(staff, endpoint);
      const isOpen = held.some((capability) => capability === endpoint.access);
      const seen = [nameOf(endpoint), status === 404 && body.code === 'not_found' ? 'hidden' : 'open'];
      expect(seen).toEqual([nameOf(endpoint), isOpen ? 'open' : 'hidden']);
      expect([nameOf(endpoint), status < 500]).toEqual([nameOf(endpoint), true]);
    }
    // Whoever has any role is staff.
    const refused = role === 'support' ? ofTraders : extent({ usual: [], all: ofTraders });
    for (const endpoint of refused)
      expect([nameOf(endpoint), (await call(staff, endpoint)).body.code]).toEqual([
        nameOf(endpoint),
        'staff_account',
      ]);
  });

  it('adds the roles of one person up, and leaves nothing when they are gone', async () => {
    await become(['support', 'market_operator']);
    const { body } = await staff.call({ path: 'admin/me' });
    expect(body.roles).toEqual(['support', 'market_operator']);
    expect(new Set(body.capabilities)).toEqual(
      new Set([...builtInRoles.support, ...builtInRoles.market_operator]),
    );
    await become([]);
    expect((await staff.call({ path: 'admin/me' })).status).toBe(404);
  });
});

describe('a role', () => {
  it('shows who staff are only to whoever may see persons', async () => {
    await become(['auditor']);
    const listed = await staff.call({ path: 'admin/staff' });
    expect(listed.body.results.map(({ email }: { email: unknown }) => email)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    const admin = await exchange.member('admin');
    const { body } = await admin.call({ path: 'admin/staff?role=administrator' });
    expect(body.results).toMatchObject([{ email: 'admin@emporion.test', roles: ['administrator'] }]);
    const first = await admin.call({ path: 'admin/staff?limit=2' });
    const second = await admin.call({ path: `admin/staff?limit=2&cursor=${first.body.next}` });
    const ids = [...first.body.results, ...second.body.results].map(({ id }: { id: string }) => id);
    expect([new Set(ids).size, second.body.next]).toEqual([4, null]);
  });

  it('is taken away with a reason and a fresh code, and the sessions with it', async () => {
    await become(['support', 'auditor']);
    const admin = await exchange.member('admin');
    const take = async (id: string, role: StaffRole, body: object = {}) =>
      admin.call({
        method: 'POST',
        path: `admin/staff/${id}/roles/${role}/remove`,
        body: {
          reason: 'left the company',
          ...('confirmation' in body ? body : { confirmation: await admin.freshCode(), ...body }),
        },
      });
    expect((await take(staff.id, 'support', { confirmation: undefined })).body.code).toBe(
      'two_factor_required',
    );
    expect((await take(staff.id, 'treasury')).body.code).toBe('role_not_held');
    expect((await take(admin.id, 'administrator')).body.code).toBe('last_administrator');
    const confirmation = await admin.freshCode();
    // Another administrator takes the other one away at the same moment.
    const { body } = await commitMeanwhile(exchange.test.database, {
      lock: `select from users where id = '${admin.id}' for update`,
      call: () => take(staff.id, 'support', { confirmation }),
      change: (other) =>
        other.query("update users set roles = array_remove(roles, 'auditor') where id = $1", [staff.id]),
    });
    expect(body).toMatchObject({ roles: [] });
    expect((await staff.call({ path: 'admin/me' })).status).toBe(401);
    const close = { password: 'Emporion-1', confirmation: undefined };
    expect((await admin.call({ method: 'POST', path: 'settings/close', body: close })).status).toBe(401);
  });
});

it('count outside the demo with an app or a passkey alone, and not with codes by mail', async () => {
  const { platform, test } = exchange;
  const { config } = platform;
  Object.assign(platform, { config: { ...config, demo: false, smtpUrl: 'smtps://mail.example' } });
  const [mailed, held] = [await exchange.member('operator'), await exchange.member('admin')];
  await test.database.pool.query(
    "insert into totp_factors (user_id, sealed_secret, confirmed_at) values ($1, '', now())",
    [held.id],
  );
  expect((await mailed.call({ path: 'admin/me' })).status).toBe(404);
  expect((await held.call({ path: 'admin/me' })).status).toBe(200);
  // The app that is set up counts from then on, though what the session may do was asked a moment ago.
  await test.database.kysely.transaction().execute(async (transaction) => {
    await sql`
      insert into totp_factors (user_id, sealed_secret, confirmed_at) values (${mailed.id}, '', now())
    `.execute(transaction);
    const user = await findUser(transaction, mailed.id);
    invariant(user, 'the member');
    const origin = { address: '127.0.0.1', place: null, device: 'a test' };
    await noteSecurityChange(transaction, platform, {
      ...{ user, origin, event: 'totp_factor_turned_on', notice: 'totp_on' },
    });
  });
  expect((await mailed.call({ path: 'admin/me' })).status).toBe(200);
  Object.assign(platform, { config });
});
