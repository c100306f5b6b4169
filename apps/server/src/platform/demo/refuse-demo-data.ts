import type { Database } from '#platform/database/database.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

/**
 * Production must not run on what a demo left: its users have passwords that everyone knows.
 *
 * @throws StartupError when the database was ever seeded with demo data.
 */
export async function refuseDemoData(database: Database): Promise<void> {
  const { rowCount } = await database.pool.query('SELECT FROM demo_seeds LIMIT 1');
  if (rowCount === 0) return;
  throw new StartupError(
    'This database holds demo data, whose users have known passwords: give production a DATA_DIR or DATABASE_URL of its own.',
  );
}
