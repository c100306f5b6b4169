import type pg from 'pg';

/** The pool, or a connection of it. */
export type Queryable = Pick<pg.Pool, 'query'>;
