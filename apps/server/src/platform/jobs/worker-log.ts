import { Logger, type LogLevel } from 'graphile-worker';
import type { Logger as Log } from 'pino';

/**
 * Passes on what the worker itself has to say, without the job that it attaches: a job carries its payload.
 * A failed job is reported by us, so the worker's own line about it is left out.
 */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return;
    log[lostConnection.test(message) ? 'debug' : pinoLevel(level)]({ part: 'jobs' }, message);
  });
}

/** One line for every connection of the pool when the database goes; whoever was using one says so. */
const lostConnection = /^PostgreSQL (?:idle|active) client generated error/;

function pinoLevel(level: LogLevel | `${LogLevel}`): 'error' | 'warn' | 'debug' {
  if (level === 'error') return 'error';
  // What the worker calls information is one line for every job.
  return level === 'warning' ? 'warn' : 'debug';
}
