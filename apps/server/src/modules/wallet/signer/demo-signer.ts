import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AddressFormatName, MemoKind } from '@emporion/chains';
import { folders } from '#platform/folders.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

/** What a demo's signer may sign on a network. Amounts are in units of the chain. */
export interface DemoSignerNetwork {
  readonly code: string;
  readonly addressFormat: AddressFormatName;
  readonly memo: MemoKind | undefined;
  readonly feeCoin: string;
  readonly feeMax: bigint;
  readonly topUpDayMax: bigint;
  readonly coldAddress: string | undefined;
  readonly coins: readonly {
    readonly coin: string;
    readonly contract: string | undefined;
    readonly dayMax: bigint;
  }[];
}

export interface DemoSigner {
  /** The Unix socket that it listens on. */
  readonly socket: string;
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const transactionsPerDay = 50_000;
const stopPatienceMs = 5_000;
const socketPathBytesMax = 103;

/**
 * Starts the signer of a demo as a child: the same process that production runs apart, with keys and limits below the data folder. It ends with us, however
 * we end, for its standard input is a pipe from us.
 *
 * @throws StartupError
 */
export async function startDemoSigner({
  dataFolder,
  networks,
}: {
  dataFolder: string;
  networks: readonly DemoSignerNetwork[];
}): Promise<DemoSigner> {
  const folder = join(dataFolder, 'signer');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'signer.json'), `${JSON.stringify(policyFor(networks), undefined, 2)}\n`, {
    mode: 0o600,
  });
  const socket = socketFor(folder);
  const child = spawn(
    process.execPath,
    [join(folders.root, 'apps', 'signer', 'dist', 'signer.js'), '--demo'],
    {
      // Nothing of what we know is its business: neither the secret nor the database.
      env: { SIGNER_DIR: folder, SIGNER_SOCKET: socket },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A signal to our group, such as Ctrl-C, is ours to pass on: payouts end before it does.
      detached: true,
    },
  );
  const ended = once(child, 'exit').then(() => undefined);
  await listening(child);
  return {
    socket,
    ended,
    stop: async () => {
      child.stdin?.end();
      // It survives a kill at any moment, and a stop must end.
      const kill = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
      await ended;
      clearTimeout(kill);
    },
  };
}

/** The system takes only short paths for sockets: one for a data folder deep down lies among the temporary files, where its owner alone can open it too. */
function socketFor(folder: string): string {
  const path = join(folder, 'signer.sock');
  if (Buffer.byteLength(path) <= socketPathBytesMax) return path;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `emporion-signer-${name}.sock`);
}

/** Resolves when it says that it listens; it has nothing else to say. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((done, refuse) => {
    let complaint = '';
    child.stderr?.on('data', (text) => {
      complaint = `${complaint}${text}`.slice(-2_000);
    });
    child.once('error', (error) =>
      refuse(new StartupError(`The signer cannot be started: ${error.message}`)),
    );
    child.once('exit', () => refuse(new StartupError(`The signer did not start. ${complaint.trim()}`)));
    if (child.stdout) createInterface({ input: child.stdout }).once('line', () => done());
  });
}

/** The file as `npm run signer` reads it. In a demo it is ours to write; in production nobody but the operator touches it. */
function policyFor(networks: readonly DemoSignerNetwork[]) {
  const entries = networks.map(({ code, memo, feeMax, topUpDayMax, coldAddress, coins, ...rest }) => [
    code,
    {
      family: 'development',
      ...rest,
      ...(memo && { memo }),
      feeMax: feeMax.toString(),
      topUpDayMax: topUpDayMax.toString(),
      ...(coldAddress && { coldAddress }),
      coins: Object.fromEntries(
        coins.map(({ coin, contract, dayMax }) => [
          coin,
          { ...(contract && { contract }), dayMax: dayMax.toString() },
        ]),
      ),
    },
  ]);
  return { version: 1, transactionsPerDay, networks: Object.fromEntries(entries) };
}
