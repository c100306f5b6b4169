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
import { CoinTotals } from '../coin-totals.ts';
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
      for (const { currency, status, direction, amount, fee } of movements)
        if (status === 'completed') totals.add(currency, { direction, amount, fee });
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
  const { counterparty, hint, trade, id, updated, contract } = movement;
  const details = trade
    ? `${trade.pair} · ${words.word(`operations.${trade.operation}`)} · ${trade.price} · ${words.word('columns.order')} ${trade.order_id}`
    : [counterparty, hint === null ? null : `…${hint}`, label, contract, network, address, memo, hash]
        .filter((part) => part !== null)
        .join(' · ');
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
    ...[network, address, memo, label, hash, counterparty, trade?.pair ?? null],
    trade?.price ?? null,
    ...[trade?.order_id ?? null, trade?.id ?? null],
    id,
    Date.parse(updated),
    contract,
  ];
}
