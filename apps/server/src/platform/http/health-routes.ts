import { readdirSync } from 'node:fs';
import { oneAtATime, shareAnswer } from '#platform/concurrency/shared-answer.ts';
import { folders } from '#platform/folders.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';
import type { ReadinessReason } from './readiness-reasons.ts';

const readinessTimeoutMs = 2_000;
/** Anybody may ask, without a limit; the database is asked no more often than this. */
const readinessKeptMs = 1_000;

/** `/healthz` says that the process lives; `/readyz` says that it can serve, and an orchestrator routes by it. */
export function addHealthRoutes(
  app: App,
  { database, log, runtime }: Platform,
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

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!runtime.healthy || !(await ready())) throw new Problem('service_unavailable');
    const reasons = warnings.flatMap((warning) => warning() ?? []);
    return { status: 'ready', ...(reasons.length > 0 ? { reasons } : {}) };
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
