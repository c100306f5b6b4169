import { addressBookEndpoints, type SavedAddressesOnly } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import {
  accountTransaction,
  noteSecurityChange,
  originOf,
  recordSecurityEvent,
  requireConfirmation,
  requireUser,
} from '#modules/identity/index.ts';
import { requireThawed } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { cancelCodesOf } from '../codes/money-codes.ts';
import { eachByItself } from '../each-by-itself.ts';
import { callOffUnpayableOf } from '../withdrawals/call-off.ts';
import { readPolicy } from '../withdrawals/policy.ts';

/** Turning it on takes no code, counts at once, and calls off what is open and goes elsewhere; turning it off takes one, is told by mail, and counts after the waiting time. */
export function addOnlyRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, addressBookEndpoints.only, ({ caller: { userId } }) =>
    readOnly(kysely, { userId, now: platform.clock.now() }),
  );

  serveEndpoint(app, addressBookEndpoints.turnOnOnly, async ({ caller: { userId }, request }) => {
    const stands = await accountTransaction(platform, { userId }, async (transaction) => {
      const user = await requireUser(transaction, userId);
      const now = platform.clock.now();
      const { rows } = await sql`
        insert into saved_addresses_only (user_id, since) values (${userId}, ${now})
        on conflict (user_id) do update set ends_at = null, enforced_at = null,
          since = case when saved_addresses_only.ends_at <= ${now} then ${now} else saved_addresses_only.since end
        where saved_addresses_only.ends_at is not null
        returning user_id
      `.execute(transaction);
      // Whoever had it on has changed nothing.
      if (rows.length > 0)
        await noteSecurityChange(transaction, platform, {
          ...{ user, origin: originOf(request) },
          ...{ event: 'saved_addresses_only_on', notice: 'saved_addresses_only_on' },
        });
      return readOnly(transaction, { userId, now });
    });
    // What was asked for before leaves for no other address either. Also when it was on already: whoever got no answer presses again.
    await enforce(platform, userId);
    return stands;
  });

  serveEndpoint(app, addressBookEndpoints.turnOffOnly, async ({ caller, body, request }) => {
    requireThawed(caller);
    const { userId } = caller;
    const origin = originOf(request);
    const action = { userId, action: 'security', confirmation: body.confirmation, origin } as const;
    return requireConfirmation(platform, action, async (transaction, user) => {
      const now = platform.clock.now();
      const { addressDelayHours } = await readPolicy(transaction);
      const ends = new Date(now.getTime() + addressDelayHours * 3_600_000);
      const { rows } = await sql`
        update saved_addresses_only set ends_at = ${ends} where user_id = ${userId} and ends_at is null returning user_id
      `.execute(transaction);
      if (rows.length > 0)
        await noteSecurityChange(transaction, platform, {
          ...{ user, origin, details: { ends: ends.toISOString() } },
          ...{ event: 'saved_addresses_only_off', notice: 'saved_addresses_only_off' },
        });
      return readOnly(transaction, { userId, now });
    });
  });
}

/** Calls off what goes elsewhere. What a crash keeps it from is done by `tendSavedOnly`. */
async function enforce(platform: Platform, userId: string): Promise<void> {
  await callOffUnpayableOf(platform, userId);
  await cancelCodesOf(platform, userId);
  await sql`update saved_addresses_only set enforced_at = ${platform.clock.now()} where user_id = ${userId}`.execute(
    platform.database.kysely,
  );
}

/** Takes up what was cut off after the switch was turned on. */
export async function tendSavedOnly(platform: Platform): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from saved_addresses_only where enforced_at is null limit 1000
  `.execute(platform.database.kysely);
  await eachByItself(platform, rows, ({ id }) => enforce(platform, id));
}

/** Ends the wait for a switch that is being turned off: a stranger in the account may have asked for that. */
export async function keepSavedOnly(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    update saved_addresses_only set ends_at = null where user_id = ${userId} and ends_at > ${now} returning user_id
  `.execute(db);
  if (rows.length > 0)
    await recordSecurityEvent(db, { event: 'saved_addresses_only_on', userId, origin: null });
}

async function readOnly(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<SavedAddressesOnly> {
  const { rows } = await sql<{ since: Date; ends: Date | null }>`
    select since, ends_at as ends from saved_addresses_only
    where user_id = ${userId} and (ends_at is null or ends_at > ${now})
  `.execute(db);
  const [row] = rows;
  return {
    enabled: row !== undefined,
    since: row?.since.toISOString() ?? null,
    ends: row?.ends?.toISOString() ?? null,
  };
}
