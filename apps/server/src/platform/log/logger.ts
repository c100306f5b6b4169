import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#platform/config/schema.ts';
import { faultLocation } from './fault-location.ts';
import { censored, redactEntries } from './redact.ts';
import { safePath } from './safe-path.ts';

const boundPaths = [
  'authorization',
  'cookie',
  'password',
  'token',
  'access',
  'refresh',
  'secret',
  'code',
  'seed',
  'privateKey',
];

/** One JSON object a line, to standard output unless a test listens. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactEntries, level: (label) => ({ level: label }) },
      // Formatters do not see what a child logger is bound to; these paths do.
      redact: { paths: boundPaths, censor: censored },
      serializers: { err: describeError, error: describeError, req: describeRequest, res: describeResponse },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
}

/** Only the fields that locate a fault: a driver's error also carries rows, parameters and the statement. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : '[not an error]';
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    at: faultLocation(error),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

function describeRequest(request: { method?: string; url?: string }): unknown {
  return { method: request.method, path: safePath(request.url ?? '') };
}

function describeResponse(response: { statusCode?: number }): unknown {
  return { status: response.statusCode };
}
