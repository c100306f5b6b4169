import type pg from 'pg';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;
type Release = (error?: Error | boolean) => void;

/**
 * The same pool, for the library of the jobs: it gives its listening connection back twice when the database goes away
 * while it stops, and the pool would answer the second time with an error that nobody catches.
 */
export function releaseOnce(pool: pg.Pool): pg.Pool {
  const connect = (connected?: Connected) => {
    if (!connected) return pool.connect();
    return pool.connect((error, client, release) => connected(error, client, once(release)));
  };
  return new Proxy(pool, {
    get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key, target)),
  });
}

/** A pool that has ended hands over an error and nothing to give back. */
function once(release: Release | undefined): Release {
  let released = release === undefined;
  return (error) => {
    if (released) return;
    released = true;
    release?.(error);
  };
}
