import { withEnvFile } from '#platform/config/env-file.ts';
import { readConfig } from '#platform/config/load.ts';
import { startOwnPostgres } from '#platform/database/open-database.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createClosers } from '#platform/startup/closers.ts';

export interface DevDatabase {
  /** Password included: never log it. */
  readonly url: string;
  /** Resolves with the cause when the database ends unasked. */
  readonly lost: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * The embedded PostgreSQL of `npm run dev`: it runs on while the server restarts. Undefined when the settings name a database.
 *
 * @throws StartupError when a setting is refused or PostgreSQL does not start.
 */
export async function startDevDatabase(env: NodeJS.ProcessEnv): Promise<DevDatabase | undefined> {
  const config = readConfig(withEnvFile(env));
  if (config.databaseUrl !== undefined) return undefined;
  const closers = createClosers(createLogger(config));
  let onLost: (cause: unknown) => void = () => undefined;
  const lost = new Promise<unknown>((done) => {
    onLost = done;
  });
  try {
    const announce = (line: string) => void process.stdout.write(`${line}\n`);
    const url = await startOwnPostgres({ config, announce, closers, onLost });
    return { url, lost, stop: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
