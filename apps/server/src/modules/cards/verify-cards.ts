import { houseAccount, type MoneyMoved } from '@emporion/core';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { count, few, type VerifyPart } from '#runtime/verify/index.ts';
import type { Stage } from './orders/order.ts';

/** What the journal has of an order, in hundredths of its currency. */
interface Booked {
  readonly credits: bigint[];
  readonly reversals: bigint[];
  readonly payouts: bigint[];
}

interface Row {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly system: string;
  readonly currency: string;
  readonly amount: string | null;
  readonly fee: string | null;
  readonly stage: Stage;
}

interface ReversalRow {
  readonly order: string;
  readonly reference: string;
  readonly amount: string;
  readonly state: 'open' | 'done' | 'undone' | 'uncovered';
}

/** Whether what is under way may be off the account, on it, or both: a row may be behind the journal by one step. */
const underWay: Partial<Record<Stage, readonly ('taken' | 'there')[]>> = {
  refunding: ['there', 'taken'],
  refund_asked: ['taken'],
  refund_undone: ['taken', 'there'],
  reversing: ['there', 'taken'],
};

const prefix = 'card:';
const acquirerPrefix = 'house:acquirer:';

const units = (text: string | null) => {
  const parsed = parseDecimal(text ?? '0', 2);
  return parsed.ok ? parsed.value : 0n;
};

/** Card payments against the journal: each that was paid is credited once, and what an acquirer owes us is what was paid, less what was settled, given back and paid out. */
export function cardsPart(): VerifyPart {
  const booked = new Map<string, Booked>();
  /** By system, currency and direction. */
  const settled = new Map<string, bigint>();
  /** By the reference of each refund or chargeback: what it took, less what came back. */
  const moved = new Map<string, bigint[]>();
  return {
    name: 'Card payments',
    onBatch: ({ events }) => {
      for (const event of events) if (event.kind === 'MoneyMoved') note(event, { booked, settled, moved });
    },
    run: async ({ database, exchange }) => {
      const { rows } = await database.query<Row>(
        'SELECT id, side, system, currency, trim_scale(amount)::text AS amount, trim_scale(fee)::text AS fee, stage FROM card_orders',
      );
      const { rows: back } = await database.query<ReversalRow>(
        'SELECT order_id AS order, reference, trim_scale(amount)::text AS amount, state FROM card_reversals',
      );
      const backOf = new Map<string, ReversalRow[]>();
      for (const row of back) backOf.set(row.order, [...(backOf.get(row.order) ?? []), row]);
      const problems = rows.flatMap((row) => problemsOf(row, booked.get(row.id), backOf.get(row.id) ?? []));
      problems.push(...back.flatMap((row) => problemsOfReversal(row, moved)));
      const known = new Set(rows.map(({ id }) => id));
      for (const id of booked.keys())
        if (!known.has(id))
          problems.push(`The journal has money of the card order ${id}, which is in no row.`);
      const owed = new Map<string, bigint>();
      const net = new Map<string, bigint>();
      for (const [key, amount] of settled) {
        const ofSystem = key.slice(0, key.lastIndexOf('/'));
        net.set(ofSystem, (net.get(ofSystem) ?? 0n) + (key.endsWith('/sent') ? -amount : amount));
      }
      for (const { id, system, currency } of rows) {
        const { credits = [], reversals = [], payouts = [] } = booked.get(id) ?? {};
        const key = `${system}/${currency}`;
        owed.set(key, (owed.get(key) ?? 0n) + sum(credits) - sum(reversals) - sum(payouts));
      }
      const settlements = await database.query<{ key: string; amount: string }>(
        "SELECT system || '/' || currency || '/' || direction AS key, trim_scale(sum(amount))::text AS amount FROM card_settlements WHERE stage = 'completed' GROUP BY 1",
      );
      for (const { key, amount } of settlements.rows) {
        if ((settled.get(key) ?? 0n) < units(amount))
          problems.push(`More is recorded as settled by ${key} than the journal has.`);
      }
      for (const key of new Set([...owed.keys(), ...net.keys()])) {
        const [system = '', currency = ''] = key.split('/');
        const expected = (owed.get(key) ?? 0n) - (net.get(key) ?? 0n);
        const actual = -exchange.ledger.available(houseAccount('acquirer', system), currency);
        if (expected !== actual)
          problems.push(
            `${system} owes ${formatDecimal(actual, 2)} ${currency} in the ledger, and ${formatDecimal(expected, 2)} by its payments.`,
          );
      }
      return {
        summary: `${count(rows.length, 'order')}, each payment credited once`,
        problems: few(problems),
      };
    },
  };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Only what moves between an acquirer and somebody counts here. */
function note(
  { cause, reference, postings }: MoneyMoved,
  {
    booked,
    settled,
    moved,
  }: { booked: Map<string, Booked>; settled: Map<string, bigint>; moved: Map<string, bigint[]> },
): void {
  const ofAcquirer = postings.filter(({ account }) => account.startsWith(acquirerPrefix));
  const [first] = ofAcquirer;
  if (!first) return;
  const amount = sum(ofAcquirer.map((posting) => posting.amount));
  if (cause === 'settlement') {
    const direction = amount < 0n ? 'sent' : 'received';
    const key = `${first.account.slice(acquirerPrefix.length)}/${first.coin}/${direction}`;
    settled.set(key, (settled.get(key) ?? 0n) + (amount < 0n ? -amount : amount));
    return;
  }
  const [id = reference, part] = reference.startsWith(prefix)
    ? reference.slice(prefix.length).split('/')
    : [reference];
  if (part !== undefined) moved.set(reference, [...(moved.get(reference) ?? []), amount]);
  const order = booked.get(id) ?? { credits: [], reversals: [], payouts: [] };
  booked.set(id, order);
  if (cause === 'deposit') order.credits.push(-amount);
  else if (cause === 'reversal') order.reversals.push(amount);
  else order.payouts.push(amount);
}

function problemsOf(
  { id, side, stage, amount, fee }: Row,
  booked: Booked | undefined,
  back: readonly ReversalRow[],
): string[] {
  const { credits = [], reversals = [], payouts = [] } = booked ?? {};
  if (side === 'sell') {
    const isPaid = payouts.length === 1 && payouts[0] === units(amount) - units(fee);
    const allowed =
      stage === 'completed'
        ? isPaid
        : stage === 'settling'
          ? isPaid || payouts.length === 0
          : payouts.length === 0;
    return allowed && credits.length + reversals.length === 0
      ? []
      : [`The payout of the card order ${id} is not in the journal as it is in its row.`];
  }
  const stands = sum(credits) - sum(reversals);
  const total = (state: ReversalRow['state']) =>
    sum(back.filter((each) => each.state === state).map((each) => units(each.amount)));
  const isUnpaid = ['created', 'pending', 'authenticating', 'refused', 'expired'].includes(stage);
  const left = isUnpaid ? 0n : units(amount) - total('done');
  const allowed = (underWay[stage] ?? ['there']).map(
    (where) => left - (where === 'taken' ? total('open') : 0n),
  );
  if (stage === 'paid') allowed.push(0n);
  return allowed.includes(stands)
    ? []
    : [
        `The card order ${id} is ${stage} with ${formatDecimal(left, 2)} left of ${amount}, and the journal has ${formatDecimal(stands, 2)}.`,
      ];
}

/** Those of a release before have the reference of their order, and are counted there alone. */
function problemsOfReversal(
  { reference, amount, state }: ReversalRow,
  moved: ReadonlyMap<string, readonly bigint[]>,
): string[] {
  if (!reference.includes('/') || state === 'open') return [];
  const found = moved.get(reference) ?? [];
  const wanted = { done: [units(amount)], undone: [units(amount), -units(amount)], uncovered: [] }[state];
  return String(found) === String(wanted)
    ? []
    : [`The journal has not moved ${amount} once for ${reference}, which is ${state}.`];
}
