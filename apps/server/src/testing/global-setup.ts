import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { folders } from '#platform/folders.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { addressOf, templateName } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the whole run; each test file copies the migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-test-'));
  // Durability is not what these tests measure, and a test run has nothing to lose. Those that kill a PostgreSQL have one of their own.
  const postgres = await startEmbeddedPostgres({
    dataFolder,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      autovacuum: 'off',
      // Nobody reads their title, and none is recovered: a commit need not write the log by itself.
      update_process_title: 'off',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      // Below its own folder.
      unix_socket_directories: '.',
    },
  });
  // A query through a socket of the file system takes less of the processor than one over TCP.
  const url = `${postgres.url}?host=${encodeURIComponent(postgres.cluster)}`;
  trustTheSocket(postgres.cluster);
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  return async () => {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

/**
 * The queue's own schema lies in it too, for to make it takes longer than most tests. Nobody may connect to the template: a
 * database that is in use cannot be copied.
 */
async function makeTemplate(url: string): Promise<void> {
  const administrator = await connectDatabase(url);
  await administrator.pool.query('SELECT pg_reload_conf()');
  await administrator.pool.query(`CREATE DATABASE ${templateName}`);
  const template = await connectDatabase(addressOf(url, templateName));
  await migrate(template.pool, folders.migrations);
  await openJobs({ database: template, log: pino({ level: 'silent' }) });
  await template.close();
  await administrator.pool.query(`ALTER DATABASE ${templateName} ALLOW_CONNECTIONS false`);
  await administrator.close();
}

/**
 * A file makes a dozen connections, and for each both sides took a hash of the password through five turns of a thread pool. The socket lies in the cluster's own
 * folder, which is closed to others; the product's way in is asked where its PostgreSQL is started.
 */
function trustTheSocket(cluster: string): void {
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n');
}
