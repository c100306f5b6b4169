import pg from 'pg';

/** PostgreSQL: shutting down, crashed, starting up, too many connections. Those that begin with 08 are about connections. */
const unreachableStates = /^(?:57P0[123]|53300|08...)$/;

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EPIPE',
]);

/** What the driver says when it lost or could not get a connection; these errors carry no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * True when the statement never had a chance: the same request may succeed once the database is back. While a request
 * is answered the database is the only thing we connect to, so a failed call of the system on a connection is its.
 * A client that hung up looks alike by its code, but no call of the system failed then.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return unreachableStates.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isSystemFailure);
  return isSystemFailure(error) || (error instanceof Error && driverMessages.test(error.message));
}

function isSystemFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return false;
  return typeof error.code === 'string' && systemCodes.has(error.code);
}
