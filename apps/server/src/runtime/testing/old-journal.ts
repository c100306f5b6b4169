import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Exchange } from '@emporion/core';
import type { JournalRow } from '#runtime/journal/tip.ts';

/** Of a wallet, by coin: available, and held for orders, withdrawals and codes. */
type Balances = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** What the exchange that wrote the journal was in the end. */
export interface OldJournal {
  /** The text of the limits that it was created with. */
  readonly limits: string;
  readonly originHash: string;
  readonly batches: number;
  readonly commands: number;
  readonly events: number;
  readonly stateHash: string;
  readonly balances: Balances;
  readonly orders: readonly Readonly<Record<string, unknown>>[];
  readonly withdrawals: readonly string[];
  readonly codes: readonly string[];
  readonly rows: readonly JournalRow[];
}

/**
 * A whole journal as an earlier release wrote it: five thousand seeded commands of every kind, hostile and repeated ones among them. It is never
 * written again: every later release must replay it to the same balances and orders.
 */
export function readOldJournal(name: 'journal-1'): OldJournal {
  const read = (file: string) =>
    readFileSync(new URL(`../journal/samples/${name}/${file}`, import.meta.url), 'utf8');
  const lines = gunzipSync(Buffer.from(read('rows.jsonl.gz.base64'), 'base64'))
    .toString()
    .split('\n');
  const rows = lines.map((line) => {
    const { payload, hash, ...figures } = JSON.parse(line);
    return { ...figures, payload: Buffer.from(payload, 'base64'), hash: Buffer.from(hash, 'hex') };
  });
  return { ...JSON.parse(read('expected.json')), rows };
}

export function balancesOf({ ledger }: Exchange): Balances {
  const balances: Record<string, Record<string, string[]>> = {};
  for (const { id, balances: own } of ledger.wallets.values()) {
    balances[id] = Object.fromEntries(
      Array.from(own, ([coin, { available, orders, withdrawals, codes }]) => [
        coin,
        [available, orders, withdrawals, codes].map(String),
      ]),
    );
  }
  return balances;
}

export function openOrdersOf({ orders }: Exchange): OldJournal['orders'] {
  return Array.from(orders.values(), (order) => {
    const { id, account, market, side, type, quantity, remaining, price, held } = order;
    const { place, priority, linkedTo, conditions } = order;
    const terms = { id, account, market, side, type, quantity, remaining, price, held: `${held}` };
    return { ...terms, place, priority, linkedTo, conditions };
  });
}
