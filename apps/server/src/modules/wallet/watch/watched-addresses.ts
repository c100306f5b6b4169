import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { AddressTable } from './address-table.ts';

const pageRows = 50_000;

/**
 * The addresses of one account of keys, in memory. Other processes add to them too: `refresh` brings in what was added since. Whoever fetches a block first
 * and refreshes then has every address that the block can pay to, because an address is told to nobody before it is written down.
 */
export class WatchedAddresses {
  readonly #database: Pick<Database, 'kysely'>;
  readonly #account: number;
  readonly #table = new AddressTable();
  #lastId = 0n;

  constructor(database: Pick<Database, 'kysely'>, account: number) {
    this.#database = database;
    this.#account = account;
  }

  get table(): Pick<AddressTable, 'mayHave' | 'size' | 'bytes'> {
    return this.#table;
  }

  async refresh(): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ id: bigint; address: string }>`
        select id, address from chain_addresses where account = ${this.#account} and id > ${this.#lastId}
        order by id limit ${pageRows}
      `.execute(this.#database.kysely);
      for (const { address } of rows) this.#table.add(address);
      this.#lastId = rows.at(-1)?.id ?? this.#lastId;
      if (rows.length < pageRows) return;
    }
  }
}
