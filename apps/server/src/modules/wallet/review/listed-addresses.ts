import { isPayeerAccount, type ListedAddress, listedAddressEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { makeStaffChange } from '#modules/audit/index.ts';
import { originOf } from '#modules/identity/index.ts';
import { readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { formatOf } from '../addresses/chain-addresses.ts';
import { bankNetwork, readAccountNumber } from '../withdrawals/bank-details.ts';
import { decideEach } from './decide-each.ts';
import { readPlace, writePlace } from './place.ts';

interface Row {
  readonly id: string;
  readonly address: string;
  readonly verdict: ListedAddress['verdict'];
  readonly reason: string;
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly username: string;
}

const columns = sql`
  listed.id, address, verdict, reason, added_at as "addedAt", added_by as "addedBy", users.username
  from listed_addresses listed join users on users.id = added_by
`;

/** What staff decided on an address. Undefined: nothing. */
export async function verdictOn(
  db: QueryExecutorProvider,
  address: string,
): Promise<Pick<ListedAddress, 'verdict' | 'reason'> | undefined> {
  const { rows } = await sql<Pick<ListedAddress, 'verdict' | 'reason'>>`
    select verdict, reason from listed_addresses where address = ${address}
  `.execute(db);
  return rows[0];
}

export async function isDenied(db: QueryExecutorProvider, address: string): Promise<boolean> {
  return (await verdictOn(db, address))?.verdict === 'deny';
}

export function addListedAddressRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const { kysely } = database;

  serveEndpoint(app, listedAddressEndpoints.list, async ({ query: { limit, cursor, verdict, text } }) => {
    const after = readPlace(cursor);
    const { rows } = await sql<Row>`
      select ${columns}
      where (${verdict ?? null}::text is null or verdict = ${verdict ?? null})
        and (${text || null}::text is null or lower(address) = lower(${text || null}))
        and (${after?.at ?? null}::timestamptz is null or (added_at, listed.id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid))
      order by added_at desc, listed.id desc limit ${limit + 1}
    `.execute(kysely);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      results: shown.map(onWire),
      next: last ? writePlace({ rank: 0, at: last.addedAt, id: last.id }) : null,
    };
  });

  serveEndpoint(app, listedAddressEndpoints.add, async (call) => {
    const { verdict, reason } = call.body;
    const operatorId = call.caller.userId;
    const address = await spelled(platform, call.body);
    await makeStaffChange(platform, call, async (transaction) => {
      const { rows } = await sql`
        insert into listed_addresses (address, verdict, reason, added_at, added_by)
        values (${address}, ${verdict}, ${reason}, ${clock.now()}, ${operatorId}) on conflict do nothing returning id
      `.execute(transaction);
      if (rows.length === 0) throw new Problem('address_listed');
      return { action: 'address_listed', object: `address:${address}`, after: { verdict } };
    });
    if (verdict === 'deny')
      await holdQueued(platform, { address, operatorId, reason, origin: originOf(call.request) });
    const { rows } = await sql<Row>`select ${columns} where address = ${address}`.execute(kysely);
    const [row] = rows;
    if (!row) throw new Problem('address_not_listed');
    return onWire(row);
  });

  serveEndpoint(app, listedAddressEndpoints.remove, async (call) => {
    const { address } = call.body;
    await makeStaffChange(platform, call, async (transaction) => {
      const { rows } = await sql<{ verdict: string; reason: string }>`
        delete from listed_addresses where address = ${address} returning verdict, reason
      `.execute(transaction);
      const [before] = rows;
      if (!before) throw new Problem('address_not_listed');
      return { action: 'address_unlisted', object: `address:${address}`, before };
    });
    return {};
  });
}

/** In the one spelling that withdrawals have. @throws Problem network_invalid, invalid_withdrawal_address. */
async function spelled(
  platform: Platform,
  { network: code, address }: { network: string; address: string },
): Promise<string> {
  const wrong = new Problem('invalid_withdrawal_address', { fields: { address: { code: 'wrong_address' } } });
  const outside = spelledOutside(code, address);
  if (outside !== undefined) {
    if (outside === null) throw wrong;
    return outside;
  }
  const network = (await readNetworks(platform)).networks.get(code);
  if (!network) throw new Problem('network_invalid', { fields: { network: { code: 'network_invalid' } } });
  const normalized = formatOf(network).normalize(address);
  if (normalized === undefined) throw wrong;
  return normalized;
}

/** Accounts of banks and of pay systems, which no network spells. Null: it is none. Undefined: this is a network. */
function spelledOutside(code: string, address: string): string | null | undefined {
  if (code === bankNetwork) return readAccountNumber(address) ?? null;
  if (code === 'payeer') return isPayeerAccount(address) ? address : null;
  return undefined;
}

/** What was let go and is in no transaction yet waits for a person. What has left, has left. */
async function holdQueued(
  platform: Platform,
  { address, ...asked }: Omit<Parameters<typeof decideEach>[1], 'ids'> & { address: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where address = ${address} and status = 'queued'
  `.execute(platform.database.kysely);
  await decideEach(platform, { ...asked, ids: rows.map(({ id }) => id) }, 'hold');
}

function onWire({ address, verdict, reason, addedAt, addedBy, username }: Row): ListedAddress {
  return {
    ...{ address, verdict, reason, added: addedAt.toISOString() },
    added_by: { id: addedBy, username },
  };
}
