import { postToNode } from '#node-fetch.ts';
import { ChainUnavailable } from '#port.ts';
import { isRecord, nonsense, readBytes, readRecord } from './tron-values.ts';

/** Where a node answers. Of the usual one these are two ports; hosted ones have one address for both. */
export interface TronNodeAddress {
  /** Below which it serves `wallet/`: the newest blocks, and what waits. */
  readonly wallet: string;
  /** Below which it serves `walletsolidity/`: what is final. */
  readonly solidity: string;
}

export interface TronNodeOptions {
  readonly address: TronNodeAddress;
  /** The hash of the first block of the chain. A node of another chain would show us foreign deposits. */
  readonly firstBlock: string;
  readonly timeoutMs?: number;
}

/** The largest block with everything in it is a tenth of this. */
const answerBytesMax = 64 * 2 ** 20;
const reasonLengthMax = 300;

/** One full node, asked over its HTTP API. Whatever keeps it from answering is `ChainUnavailable`; no message of ours has its address, which may carry a key. */
export class TronNode {
  readonly #address: TronNodeAddress;
  readonly #firstBlock: string;
  readonly #timeoutMs: number;
  #isChecked = false;

  constructor({ address, firstBlock, timeoutMs = 10_000 }: TronNodeOptions) {
    this.#address = address;
    this.#firstBlock = firstBlock;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws ChainUnavailable */
  async call(path: string, body: object = {}): Promise<unknown> {
    if (!this.#isChecked) {
      const first = readRecord(await this.#post('wallet/getblockbynum', { num: 0 }), 'block');
      if (readBytes(first.blockID, { at: 'blockID', bytes: 32 }) !== this.#firstBlock)
        throw new ChainUnavailable('The node is of another chain: its first block is another one.');
      this.#isChecked = true;
    }
    return this.#post(path, body);
  }

  async #post(path: string, body: object): Promise<unknown> {
    try {
      const { wallet, solidity } = this.#address;
      const below = path.startsWith('walletsolidity/') ? solidity : wallet;
      const response = await postToNode(new URL(path, below.endsWith('/') ? below : `${below}/`), {
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const text = await readText(response);
      if (!response.ok) throw new ChainUnavailable(`The node answered ${path} with ${response.status}.`);
      const answer: unknown = JSON.parse(text);
      // What a node cannot do at all it says in a field of this name.
      if (isRecord(answer) && answer.Error !== undefined)
        throw new ChainUnavailable(`${path}: ${String(answer.Error).slice(0, reasonLengthMax)}`);
      if (typeof answer !== 'object' || answer === null) throw nonsense(path);
      return answer;
    } catch (error) {
      // Whoever comes back at this address may be another.
      this.#isChecked = false;
      if (error instanceof ChainUnavailable) throw error;
      throw new ChainUnavailable(`The node could not be asked for ${path}.`, { cause: error });
    }
  }
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > answerBytesMax) throw new ChainUnavailable('The node answered with too much.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
