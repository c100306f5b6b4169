import type { MarketDefinition } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import type pg from 'pg';
import type { Queryable } from '#platform/database/database.ts';
import { insertRows, type TableWriter } from '#platform/database/insert-rows.ts';

/** A table of market definitions. Each follower that needs them has one of its own, so that it can be made anew without the others. */
export function marketsTable(table: string): TableWriter<MarketDefinition> {
  return {
    table,
    columns: [
      ['market', 'text', ({ market }) => market],
      ['base', 'text', ({ base }) => base],
      ['quote', 'text', ({ quote }) => quote],
      ['base_decimals', 'smallint', ({ baseDecimals }) => baseDecimals],
      ['quote_decimals', 'smallint', ({ quoteDecimals }) => quoteDecimals],
      ['price_decimals', 'smallint', ({ priceDecimals }) => priceDecimals],
      ['quantity_decimals', 'smallint', ({ quantityDecimals }) => quantityDecimals],
    ],
  };
}

export async function readMarketDefinitions(
  database: Queryable,
  { table }: Pick<TableWriter<MarketDefinition>, 'table'>,
): Promise<MarketDefinition[]> {
  const { rows } = await database.query<MarketDefinition>(
    `SELECT market, base, quote, base_decimals AS "baseDecimals", quote_decimals AS "quoteDecimals",
       price_decimals AS "priceDecimals", quantity_decimals AS "quantityDecimals" FROM ${table}`,
  );
  return rows;
}

/** The markets that the journal has opened so far, as a fold knows them. */
export class MarketDefinitions {
  readonly known = new Map<string, MarketDefinition>();
  #opened: MarketDefinition[] = [];

  constructor(definitions: readonly MarketDefinition[] = []) {
    for (const definition of definitions) this.known.set(definition.market, definition);
  }

  open(definition: MarketDefinition): void {
    this.known.set(definition.market, definition);
    this.#opened.push(definition);
  }

  /** The coin that a market's prices are in. */
  quoteOf(market: string): string {
    const definition = this.known.get(market);
    invariant(definition, `The journal trades in ${market}, which it never opened.`);
    return definition.quote;
  }

  async write(client: pg.ClientBase, table: TableWriter<MarketDefinition>): Promise<void> {
    await insertRows(client, table, this.#opened);
    this.#opened = [];
  }
}
