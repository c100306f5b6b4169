import type { Movement } from '@emporion/contracts/rest';
import {
  countMovements,
  listMovements,
  type MovementFilter,
  networkNames,
  readMovements,
} from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import { batches } from '../batches.ts';
import { CoinTotals, sumOf } from '../coin-totals.ts';
import type { ExportTable } from '../export-table.ts';
import type { ExportWords } from '../export-words.ts';
import type { CountedTable } from './counted-table.ts';

/** The movements of a user with the filters of their list. */
export async function movementsTable(
  platform: Platform,
  {
    filter,
    period,
    words,
  }: {
    filter: MovementFilter;
    period: { from?: string | undefined; to?: string | undefined };
    words: ExportWords;
  },
): Promise<CountedTable> {
  const { kysely } = platform.database;
  // What comes while it is written is not in it, so that the count stays true.
  const asked = {
    ...filter,
    to: Math.min(filter.to ?? Number.POSITIVE_INFINITY, platform.clock.now().getTime() + 1),
  };
  const decimals = await platform.view.read(({ coins }) => new Map(coins));
  const count = await countMovements(kysely, asked, decimals);
  const networks = await networkNames(platform.database.kysely);
  const totals = new CoinTotals();
  const rowsOf = async function* (
    signal: AbortSignal,
  ): ExportTable['rows'] extends AsyncIterable<infer Some> ? AsyncGenerator<Some> : never {
    for await (const listed of batches(
      (page) => listMovements(kysely, asked, { ...page, decimals }),
      signal,
    )) {
      const movements = await readMovements(platform, filter.userId, listed);
      for (const { status, legs } of movements)
        if (status === 'completed') for (const leg of legs) totals.addLeg(leg);
      yield movements.map((movement) => cellsOf(movement, words, networks));
    }
  };
  return {
    count,
    table: (signal) => ({
      ...words.shared(),
      fileName: words.fileName('wallet-history'),
      title: words.say('titles.movements'),
      notes: words.notes({ ...period, rows: count }),
      columns: columnsOf(words),
      rows: rowsOf(signal),
      totals: () => totals.table(words),
    }),
  };
}

function columnsOf(words: ExportWords): ExportTable['columns'] {
  return [
    words.column('time', 'time', 12),
    words.column('type', 'text', 9),
    words.column('status', 'text', 9),
    words.column('coin', 'text', 6),
    words.column('amount', 'number', 14),
    words.column('fee', 'number', 11),
    words.column('change', 'number', 14),
    { ...words.column('details', 'text', 34), isPrintedOnly: true },
    ...(['paid', 'received'] as const).flatMap((name) => [
      words.column(name, 'number'),
      words.column(`${name}_coin`, 'text'),
    ]),
    ...([2, 3] as const).flatMap((place) => [
      words.column(`coin_${place}`, 'text'),
      words.column(`change_${place}`, 'number'),
      words.column(`fee_${place}`, 'number'),
    ]),
    ...(['network', 'address', 'memo', 'label', 'hash', 'counterparty', 'pair'] as const).map((name) =>
      words.column(name, 'text'),
    ),
    words.column('price', 'number'),
    ...(['order', 'trade'] as const).map((name) => words.column(name, 'text')),
    words.column('id', 'text'),
    words.column('updated', 'time'),
    words.column('contract', 'text'),
  ];
}

function cellsOf(movement: Movement, words: ExportWords, networks: ReadonlyMap<string, string>) {
  const { date, type, status, direction, currency, fee, change, address, memo, label, hash } = movement;
  const network = movement.network === null ? null : (networks.get(movement.network) ?? movement.network);
  const { counterparty, hint, trade, id, updated, exchange, contract } = movement;
  const details = exchange
    ? exchangeText(movement, exchange, words)
    : [counterparty, hint === null ? null : `…${hint}`, label, contract, network, address, memo, hash]
        .filter((part) => part !== null)
        .join(' · ');
  const [second, third] = othersOf(movement);
  return [
    Date.parse(date),
    words.word(`types.${type}`),
    words.word(`statuses.${status}`),
    currency,
    direction === 'out' ? `-${movement.amount}` : movement.amount,
    fee,
    // What was called off changes nothing, and columns are added up.
    status === 'cancelled' || status === 'failed' ? null : change,
    details,
    ...[exchange?.paid?.amount ?? null, exchange?.paid?.currency ?? null],
    ...[exchange?.received?.amount ?? null, exchange?.received?.currency ?? null],
    ...[second, third].flatMap((other) => [other?.coin ?? null, other?.change ?? null, other?.fee ?? null]),
    ...[network, address, memo, label, hash, counterparty, trade?.pair ?? null],
    trade?.price ?? null,
    ...[trade?.order_id ?? null, trade?.id ?? null],
    id,
    Date.parse(updated),
    contract,
  ];
}

/** What an exchange paid and received, and what it left, in one line. */
function exchangeText(
  { trade, label }: Movement,
  { paid, received, remainders }: NonNullable<Movement['exchange']>,
  words: ExportWords,
): string {
  const show = (part: { currency: string; amount: string } | null) =>
    part === null ? null : `${part.amount} ${part.currency}`;
  return [
    [show(paid), show(received)].filter((part) => part !== null).join(' → '),
    ...(trade
      ? [
          `${trade.pair} · ${words.word(`operations.${trade.operation}`)} · ${trade.price} · ${words.word('columns.order')} ${trade.order_id}`,
        ]
      : []),
    ...(label === null ? [] : [label]),
    ...remainders.map((rest) => `${words.word('columns.remainder')} ${show(rest)}`),
  ].join(' · ');
}

/** What a movement changes of coins other than its own, so that the columns of each coin add up to its balance. */
function othersOf({ currency, legs }: Movement): { coin: string; change: string; fee: string }[] {
  const coins = [...new Set(legs.map((leg) => leg.currency))].filter((coin) => coin !== currency);
  return coins.map((coin) => {
    const own = legs.filter((leg) => leg.currency === coin);
    return { coin, change: sumOf(own.map(({ change }) => change)), fee: sumOf(own.map(({ fee }) => fee)) };
  });
}
