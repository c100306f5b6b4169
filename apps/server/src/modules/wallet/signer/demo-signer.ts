import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
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
  readonly coins: readonly {
    readonly coin: string;
    readonly contract: string | undefined;
    readonly dayMax: bigint;
  }[];
}

export interface DemoSigner {
  /** The Unix socket that it listens on. */
  readonly socket: string;
  readonly pid: number | undefined;
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const transactionsPerDay = 50_000;
const stopPatienceMs = 5_000;
const socketPathBytesMax = 103;
const program = join(folders.root, 'apps', 'signer', 'dist', 'signer.js');

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
  const policy = policyFor(networks, await coldAddresses(join(dataFolder, 'cold-keys')));
  writeFileSync(join(folder, 'signer.json'), `${JSON.stringify(policy, undefined, 2)}\n`, { mode: 0o600 });
  const socket = socketFor(folder);
  const child = spawn(process.execPath, [program, '--demo'], {
    // Nothing of what we know is its business: neither the secret nor the database.
    env: { SIGNER_DIR: folder, SIGNER_SOCKET: socket },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A signal to our group, such as Ctrl-C, is ours to pass on: payouts end before it does.
    detached: true,
  });
  const ended = once(child, 'exit').then(() => undefined);
  await listening(child);
  return {
    ...{ socket, ended, pid: child.pid },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return ended;
      child.stdin?.end();
      // It survives a kill at any moment, and a stop must end.
      const kill = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
      await ended;
      clearTimeout(kill);
    },
  };
}

/**
 * The cold addresses of a demo, by their format. Their keys lie in a folder of their own, which no running signer reads, so that a refill from cold is signed
 * as in production: by `npm run signer -- sign-cold`.
 *
 * @throws StartupError
 */
async function coldAddresses(folder: string): Promise<ReadonlyMap<string, string>> {
  const run = async (...args: string[]): Promise<string> => {
    const env = { SIGNER_DIR: folder, SIGNER_PASSPHRASE_FILE: join(folder, 'demo-passphrase') };
    try {
      return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
    } catch (error) {
      throw new StartupError(`The demo's cold keys cannot be used: ${(error as Error).message}`);
    }
  };
  // They never change, and a start is to be quick.
  const list = join(folder, 'addresses');
  if (!existsSync(list)) {
    if (!existsSync(join(folder, 'keystore.json'))) await run('init', '--demo');
    writeFileSync(`${list}.new`, await run('addresses'));
    renameSync(`${list}.new`, list);
  }
  const lines = readFileSync(list, 'utf8').matchAll(/^(\w+) +cold (\S+)/gm);
  return new Map([...lines].map(([, format = '', address = '']) => [format, address]));
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
function policyFor(networks: readonly DemoSignerNetwork[], cold: ReadonlyMap<string, string>) {
  const entries = networks.map(({ code, memo, feeMax, topUpDayMax, coins, ...rest }) => [
    code,
    {
      family: 'development',
      ...rest,
      ...(memo && { memo }),
      feeMax: feeMax.toString(),
      topUpDayMax: topUpDayMax.toString(),
      ...(cold.has(rest.addressFormat) && { coldAddress: cold.get(rest.addressFormat) }),
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
