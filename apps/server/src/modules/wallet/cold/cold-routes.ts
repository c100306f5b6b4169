import { readSignedRefill, writeRefillFile } from '@emporion/chains';
import { coldEndpoints, type ColdRefill as WireRefill } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { noteSend } from '../payouts/store.ts';
import { confirmed } from './confirmed-change.ts';
import {
  changeRefill,
  insertRefill,
  listRefills,
  noteRefillTransaction,
  type Refill,
  type RefillChange,
} from './refill.ts';
import { placeOfRefill, writeRefillFor } from './write-refill.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How operators bring coins from the cold address to the hot one. */
export function addColdRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  const show = (refill: Refill) => refillOnWire(platform, refill);

  serveEndpoint(app, coldEndpoints.list, async ({ query: { limit, offset, cursor } }) => {
    const after = cursor !== undefined && uuid.test(cursor) ? cursor : null;
    const found = await listRefills(
      kysely,
      sql`
        (
          ${after}::uuid is null
          or (created_at, id) < (select created_at, id from cold_refills last where last.id = ${after}::uuid)
        ) order by created_at desc, id desc limit ${limit + 1} offset ${offset}
      `,
    );
    const shown = found.slice(0, limit);
    const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null;
    return { results: await Promise.all(shown.map(show)), next };
  });

  serveEndpoint(app, coldEndpoints.make, async ({ caller, body, request }) => {
    const { network, currency, amount, ...given } = body;
    const place = await placeOfRefill(platform, { network, coin: currency });
    const units = parseDecimal(amount, place.listed.decimals);
    if (!units.ok) throw new Problem('amount_too_many_decimals', { params: { max: place.listed.decimals } });
    const file = await writeRefillFor(platform, place, { amount: units.value, inPlaceOf: null });
    const details = { network, coin: currency, amount };
    const by = { operatorId: caller.userId, request, ...given, event: 'refill_exported', details };
    const made = await confirmed(platform, by, async (transaction) => {
      const asked = { network, coin: currency, amount: units.value, askedBy: caller.userId };
      const refill = await insertRefill(transaction, asked);
      if (!refill) throw new Problem('duplicate_transaction');
      return changeOpen(transaction, refill, { status: 'exported', file });
    });
    return show(made);
  });

  serveEndpoint(app, coldEndpoints.export, async ({ caller, params: { id }, body, request }) => {
    const seen = await requireUnmined(platform, id);
    const place = await placeOfRefill(platform, seen);
    const isSent = seen.status === 'signed' || seen.status === 'broadcast';
    const file = await writeRefillFor(platform, place, {
      ...{ amount: seen.amount, inPlaceOf: isSent ? seen.file : null },
    });
    const by = {
      ...{ operatorId: caller.userId, request, ...body, event: 'refill_exported', object: `refill:${id}` },
      ...{ before: { stage: seen.status }, details: { stage: isSent ? seen.status : 'exported' } },
    };
    const made = await confirmed(platform, by, (transaction) =>
      changeOpen(transaction, seen, isSent ? { replacement: file } : { status: 'exported', file }),
    );
    return show(made);
  });

  serveEndpoint(app, coldEndpoints.import, async ({ caller, params: { id }, body, request }) => {
    const { signed, ...given } = body;
    const seen = await requireUnmined(platform, id);
    const isSent = seen.status === 'signed' || seen.status === 'broadcast';
    if (isSent && !seen.replacement) throw new Problem('refill_not_open');
    const file = isSent ? seen.replacement : seen.file;
    if (!file) throw new Problem('refill_not_as_asked');
    const read = readSignedRefill(signed, file);
    if (!read.ok) throw new Problem('refill_not_as_asked');
    const change = {
      object: `refill:${id}`,
      before: { stage: seen.status },
      details: { transaction: read.value.id },
    };
    const by = { operatorId: caller.userId, request, ...given, event: 'refill_signed', ...change };
    const taken = await confirmed(platform, by, async (transaction) => {
      // Whoever watches the chain must know it before it is sent: what it gives to the hot address is no deposit.
      await noteSend(transaction, { network: seen.network, transactionId: read.value.id, kind: 'refill' });
      await noteRefillTransaction(transaction, seen, read.value);
      const content = { file, replacement: null, signed: read.value };
      return changeOpen(transaction, seen, { status: 'signed', ...content });
    });
    return show(taken);
  });

  serveEndpoint(app, coldEndpoints.cancel, async ({ caller, params: { id }, body, request }) => {
    const seen = await requireUnsigned(platform, id);
    const by = {
      ...{ operatorId: caller.userId, request, ...body, event: 'refill_cancelled', object: `refill:${id}` },
      ...{ before: { stage: seen.status }, details: { stage: 'cancelled' } },
    };
    const cancelled = await confirmed(platform, by, (transaction) =>
      changeOpen(transaction, seen, { status: 'cancelled', reason: 'cancelled' }),
    );
    return show(cancelled);
  });
}

/** Thrown inside the transaction of the decision, so that nothing of it stands when somebody else was quicker. @throws Problem refill_not_open. */
async function changeOpen(
  transaction: QueryExecutorProvider,
  seen: Refill,
  change: RefillChange,
): Promise<Refill> {
  const changed = await changeRefill(transaction, seen, change);
  if (!changed) throw new Problem('refill_not_open');
  return changed;
}

/** @throws Problem transaction_not_found, refill_not_open. */
async function requireUnsigned(platform: Platform, id: string): Promise<Refill> {
  const refill = await requireUnmined(platform, id);
  if (refill.status !== 'requested' && refill.status !== 'exported') throw new Problem('refill_not_open');
  return refill;
}

/** @throws Problem transaction_not_found, refill_not_open. */
async function requireUnmined({ database }: Platform, id: string): Promise<Refill> {
  const [refill] = await listRefills(database.kysely, sql`id = ${id}`);
  if (!refill) throw new Problem('transaction_not_found');
  const unmined: readonly Refill['status'][] = ['requested', 'exported', 'signed', 'broadcast'];
  if (!unmined.includes(refill.status)) throw new Problem('refill_not_open');
  return refill;
}

async function refillOnWire(platform: Platform, refill: Refill): Promise<WireRefill> {
  const { coins } = await readNetworks(platform);
  const listed = coins.find(({ coin, network }) => coin === refill.coin && network === refill.network);
  const { id, network, coin, status, askedBy, replacement, transactionId, blockHeight, reason } = refill;
  const isReplacing = replacement !== null && (status === 'signed' || status === 'broadcast');
  const file = isReplacing ? replacement : refill.file;
  return {
    ...{ id, date: refill.createdAt.toISOString(), network, currency: coin, status, by: askedBy },
    amount: formatDecimal(refill.amount, listed?.decimals ?? 0),
    cold_address: file?.from ?? null,
    hot_address: file?.to ?? null,
    unsigned: file && `${JSON.stringify(writeRefillFile(file), undefined, 2)}\n`,
    replacing: isReplacing,
    ...{ hash: transactionId, block_height: blockHeight, reason },
  };
}
