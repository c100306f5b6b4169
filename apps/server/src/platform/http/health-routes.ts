import { readdirSync } from 'node:fs';
import { folders } from '#platform/folders.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

const readinessTimeoutMs = 2_000;

/** `/healthz` says that the process lives; `/readyz` says that it can serve, and an orchestrator routes by it. */
export function addHealthRoutes(app: App, { database, log }: Platform): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  const newest = readdirSync(folders.migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      const answered = await Promise.race([isMigrated(database, newest), expired(readinessTimeoutMs)]);
      if (answered) return { status: 'ready' };
    } catch (error) {
      log.warn({ err: error }, 'the database did not answer the readiness check');
    }
    throw new Problem('service_unavailable');
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
