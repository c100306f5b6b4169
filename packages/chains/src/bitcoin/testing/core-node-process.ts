import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CoreRpc } from '#bitcoin/core-rpc.ts';
import { ChainUnavailable } from '#port.ts';

/** The path of a node's program: the one that its variable names, or an installed one. */
export function findProgram(name: 'litecoind' | 'bitcoind'): string | undefined {
  const named = process.env[name.toUpperCase()];
  if (named && !existsSync(named)) throw new Error(`${name.toUpperCase()} names a file that does not exist.`);
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** A real node with a chain of its own, in a process of its own. */
export class CoreNodeProcess {
  readonly url: string;
  readonly rpc: CoreRpc;
  readonly #program: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'emporion-core-'));
  readonly #arguments: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(program: string, port: number, more: readonly string[]) {
    this.#program = program;
    this.#port = port;
    this.#arguments = more;
    this.url = `http://test:test@127.0.0.1:${port}`;
    this.rpc = new CoreRpc({ url: this.url });
    process.once('exit', () => this.#process?.kill('SIGKILL'));
  }

  static async start(program: string, more: readonly string[]): Promise<CoreNodeProcess> {
    const node = new CoreNodeProcess(program, await freePort(), more);
    await node.begin();
    return node;
  }

  /** Also after it was killed, on the same data. */
  async begin(): Promise<void> {
    const child = spawn(
      this.#program,
      [
        ...['-regtest', `-datadir=${this.#folder}`, '-server', '-rpcuser=test', '-rpcpassword=test'],
        ...[`-rpcport=${this.#port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', '-listen=0'],
        ...['-dnsseed=0', '-disablewallet', '-printtoconsole=0', '-persistmempool=1', ...this.#arguments],
      ],
      { stdio: 'ignore' },
    );
    this.#process = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error('The node ended while it started.');
    });
    ended.catch(() => undefined);
    await Promise.race([this.#answers(), ended]);
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<void> {
    for (;;) {
      try {
        await this.rpc.call('getblockcount');
        return;
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error;
        await setTimeout(20);
      }
    }
  }
}

/** Below those that the system gives to connections and to whoever asks for any: until the node listens, they would take it. */
function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)));
  });
}
