import { readdirSync } from 'node:fs';
import { oneAtATime, shareAnswer } from '#platform/concurrency/shared-answer.ts';
import { folders } from '#platform/folders.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { hasMetricsToken } from './metrics-token.ts';
import type { ReadinessReason } from './readiness-reasons.ts';

const readinessTimeoutMs = 2_000;
/** Anybody may ask, without a limit; the database is asked no more often than this. */
const readinessKeptMs = 1_000;

/**
 * `/healthz` says that the process lives. `/readyz` answers 200 or 503, and an orchestrator routes by it. Reasons name coins, nodes and the signer, so only a
 * request with `METRICS_TOKEN` gets them.
 */
export function addHealthRoutes(
  app: App,
  { config, database, log, runtime }: Platform,
  warnings: readonly ReadinessReason[],
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  const newest = readdirSync(folders.migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);

  const migrated = oneAtATime(() => isMigrated(database, newest));
  const ready = shareAnswer(async () => {
    try {
      return await Promise.race([migrated(), expired(readinessTimeoutMs)]);
    } catch (error) {
      log.warn({ err: error }, 'the database did not answer the readiness check');
      return false;
    }
  }, readinessKeptMs);

  const obstacle = async (): Promise<string | undefined> => {
    if (app.shutdown.started) return 'The server is stopping.';
    if (!runtime.healthy) return 'No command is written down: the server must be restarted.';
    return (await ready()) ? undefined : 'The database does not answer, or is not migrated.';
  };
  app.get('/readyz', async (request, reply) => {
    const unready = await obstacle();
    reply.header('cache-control', 'no-store');
    if (unready !== undefined) reply.code(503).header('retry-after', '5');
    const status = unready === undefined ? 'ready' : 'unready';
    if (!hasMetricsToken(request, config)) return { status };
    const reasons = [unready, ...warnings.map((warning) => warning())].filter((one) => one !== undefined);
    return { status, ...(reasons.length > 0 ? { reasons } : {}) };
  });
}

async function isMigrated(database: Platform['database'], newest: string | undefined): Promise<boolean> {
  if (newest === undefined) return (await database.pool.query('SELECT 1')).rowCount === 1;
  const { rowCount } = await database.pool.query('SELECT 1 FROM migrations WHERE name = $1', [newest]);
  return rowCount === 1;
}

function expired(afterMs: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, afterMs, false).unref();
  });
}
