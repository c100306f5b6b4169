import type { Kysely, Transaction } from 'kysely';

/**
 * Reads several things as of one moment: of what somebody commits meanwhile all is in the answer or nothing. It keeps a connection to itself, so whoever reads asks
 * nobody else in between, the pool included.
 */
export function atOneMoment<Value>(
  database: Kysely<unknown>,
  read: (moment: Transaction<unknown>) => Promise<Value>,
): Promise<Value> {
  return database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
