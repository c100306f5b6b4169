import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, openSync, statSync } from 'node:fs';
import { type Account, runAs } from './account.ts';
import { postgresEnvironment } from './cluster.ts';

export interface LaunchOptions {
  readonly program: string;
  readonly cluster: string;
  readonly port: number;
  readonly account: Account | undefined;
  readonly logPath: string;
  readonly settings: Readonly<Record<string, string>> | undefined;
}

const logSizeMax = 10_000_000;

/** Runs the program. Whether it comes up is another question, see `untilReady`. */
export function launch(options: LaunchOptions): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: '100',
    // Filling every new segment of its log with zeros makes whoever commits just then wait for 16 MB to be written: over 100 ms on a busy disk, measured,
    // against 5 without. The log is as durable either way.
    wal_init_zero: 'off',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const tooLong = (statSync(options.logPath, { throwIfNoEntry: false })?.size ?? 0) > logSizeMax;
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  const log = openSync(
    options.logPath,
    O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | (tooLong ? O_TRUNC : 0),
    0o600,
  );
  try {
    return spawn(options.program, ['-D', options.cluster, ...flags], {
      cwd: '/',
      env: postgresEnvironment,
      // In a session of its own, so that Ctrl-C reaches us and not it: requests under way still need the database.
      detached: true,
      stdio: ['ignore', log, log],
      ...runAs(options.account),
    });
  } finally {
    closeSync(log);
  }
}
