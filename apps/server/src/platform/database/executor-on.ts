import { Kysely, PostgresDialect } from 'kysely';
import type { Queryable } from './database.ts';

const known = new WeakMap<Queryable, Kysely<unknown>>();

/** Lets `sql` run on one connection: that of a follower's transaction, or the verification's, which sees one moment. Transactions are its owner's. */
export function executorOn(connection: Queryable): Kysely<unknown> {
  const made = known.get(connection) ?? makeExecutor(connection);
  known.set(connection, made);
  return made;
}

function makeExecutor(connection: Queryable): Kysely<unknown> {
  const client = { query: connection.query.bind(connection), release: () => undefined };
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => client as never, end: async () => undefined },
    }),
  });
}
