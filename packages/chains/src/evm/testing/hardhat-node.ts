import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EvmNode } from '#evm/evm-node.ts';
import { readHash, readHex, readRpcRecord } from '#evm/rpc-values.ts';
import { nodesFolder, requireOfNodes } from './nodes-folder.ts';

export const hardhatChainId = 31_337;
/** The first account of every hardhat node, whose key everybody knows. */
export const hardhatRichAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const cli = requireOfNodes('hardhat').resolve('hardhat/internal/cli/bootstrap.js');
const config = fileURLToPath(new URL('hardhat.config.cjs', import.meta.url));

/** A real EVM node, in a process of its own. */
export class HardhatNode {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #rpc: EvmNode;

  private constructor(parts: { url: string; process: ChildProcess; folder: string }) {
    this.url = parts.url;
    this.#process = parts.process;
    this.#folder = parts.folder;
    this.#rpc = new EvmNode({ url: this.url, chainId: hardhatChainId, timeoutMs: 60_000 });
  }

  static async start(port = 0): Promise<HardhatNode> {
    const folder = mkdtempSync(join(tmpdir(), 'emporion-hardhat-'));
    const args = [cli, '--config', config, 'node', '--hostname', '127.0.0.1', '--port', `${port}`];
    const child = spawn(process.execPath, args, {
      // It refuses to run from where it is not installed.
      cwd: nodesFolder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        HARDHAT_ROOT: folder,
        HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    const url = await readUrl(child);
    return new HardhatNode({ url, process: child, folder });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill('SIGKILL');
      await once(this.#process, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Holds it as a machine that hangs: it takes connections and answers none. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process.kill(name);
  }

  ask(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#rpc.call(method, params);
  }

  async mine(blocks = 1): Promise<void> {
    // Not `hardhat_mine`: its blocks do not hang together.
    await this.#rpc.batch(Array.from({ length: blocks }, () => ({ method: 'evm_mine', params: [] })));
  }

  /** Sent by the rich account. */
  async pay(to: string, value: bigint, data = '0x'): Promise<string> {
    const gas = '0x800000';
    const call = { from: hardhatRichAddress, to, value: `0x${value.toString(16)}`, data, gas };
    return readHash(await this.ask('eth_sendTransaction', call), 'eth_sendTransaction');
  }

  async deploy(bytecode: string): Promise<string> {
    const call = { from: hardhatRichAddress, data: bytecode };
    const id = await this.ask('eth_sendTransaction', call);
    const receipt = readRpcRecord(await this.ask('eth_getTransactionReceipt', id), 'receipt');
    return readHex(receipt.contractAddress, { at: 'contractAddress', bytes: 20 });
  }
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    // What it says later is read and thrown away, so that it never waits for a reader.
    child.stderr?.on('data', (part) => (output += part));
    child.stdout?.on('data', (part) => {
      if (output.length < 10_000) output += part;
      const url = /server at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`The node did not start: ${output}`)));
  });
}
