import { houseAccount, houseKindOf } from '@emporion/core';
import { parseDecimal } from '@emporion/kernel';
import { walkEvents } from '#runtime/followers/index.ts';
import { count, type Moment, type VerifyPart } from '#runtime/verify/index.ts';
import { fiatDecimals } from './deposits/announce.ts';
import { referenceColumn } from './deposits/arrival.ts';

interface Row {
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
  /** Whether the exchange may, or may not yet, have heard of it. */
  readonly isOpen: boolean;
}

/** What arrived at banks and what they paid, as staff recorded it, against what the journal moved in and out of the accounts of banks. */
export function bankPart(): VerifyPart {
  /** By reference: how much of which currency the accounts of banks fell by (in) or rose by (out). */
  const moved = new Map<string, { currency: string; amount: bigint }>();
  return {
    name: 'Bank transfers',
    onBatch: (batch) =>
      walkEvents(batch, (event) => {
        if (!('postings' in event) || !('reference' in event)) return;
        const { reference } = event;
        if (typeof reference !== 'string' || !/^(bank|withdrawal):[0-9a-f-]{36}$/.test(reference)) return;
        for (const { account, coin, amount } of event.postings)
          if (houseKindOf(account) === 'bank') moved.set(reference, { currency: coin, amount });
      }),
    run: async (moment) => {
      const rows = [...(await arrivals(moment)), ...(await payouts(moment))];
      const problems = rows.flatMap((row) => problemOf(row, moved.get(row.reference)));
      const known = new Set(rows.map(({ reference }) => reference));
      for (const reference of moved.keys())
        if (!known.has(reference))
          problems.push(`The journal has the bank transfer ${reference}, and no table has.`);
      problems.push(...(await inFlightProblems(moment)));
      return { summary: count(rows.length, 'bank transfer'), problems };
    },
  };
}

function problemOf(row: Row, found: { currency: string; amount: bigint } | undefined): string[] {
  const { reference, currency, isOpen } = row;
  if (!found) return isOpen ? [] : [`${reference} is done, and the journal does not have it.`];
  const expected = unitsOf(row.amount);
  return found.currency === currency && found.amount === expected
    ? []
    : [`${reference} is ${expected} ${currency}, and ${found.amount} ${found.currency} in the journal.`];
}

async function arrivals({ database }: Moment): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    `SELECT ${referenceColumn} AS reference, currency, (-amount)::text AS amount, stage <> 'completed' AS "isOpen"
     FROM bank_arrivals WHERE stage IN ('crediting', 'completed')`,
  );
  return rows;
}

async function payouts({ database }: Moment): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    `SELECT 'withdrawal:' || id AS reference, coin AS currency, amount::text AS amount, books = 'settling' AS "isOpen"
     FROM withdrawals WHERE network = 'bank' AND books IN ('settling', 'settled')`,
  );
  return rows;
}

/** What staff have in hand or the bank has not booked. What is being told may be on either side. */
async function inFlightProblems({ database, exchange }: Moment): Promise<string[]> {
  const { rows } = await database.query<{ currency: string; low: string; high: string }>(
    `SELECT coin AS currency, coalesce(sum(amount) FILTER (WHERE books = 'in_flight'), 0)::text AS low, sum(amount)::text AS high
     FROM withdrawals WHERE network = 'bank' AND books IN ('leaving', 'in_flight', 'settling', 'returning') GROUP BY coin`,
  );
  const account = houseAccount('in-flight', 'bank');
  const seen = new Map(rows.map((row) => [row.currency, row]));
  const coins = new Set([...seen.keys(), ...(exchange.ledger.wallets.get(account)?.balances.keys() ?? [])]);
  return [...coins].flatMap((currency) => {
    const flying = exchange.ledger.available(account, currency);
    const { low = '0', high = '0' } = seen.get(currency) ?? {};
    return flying >= unitsOf(low) && flying <= unitsOf(high)
      ? []
      : [`${flying} ${currency} is in flight at banks, and withdrawals say ${low} to ${high}.`];
  });
}

function unitsOf(text: string): bigint {
  const sign = text.startsWith('-') ? -1n : 1n;
  const parsed = parseDecimal(
    text
      .replace('-', '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
    fiatDecimals,
  );
  if (!parsed.ok) throw new Error(`No amount of a currency: ${text}.`);
  return sign * parsed.value;
}
