import { postToNode } from '#node-fetch.ts';
import { ChainUnavailable } from '#port.ts';
import { isRecord, readCount } from './rpc-values.ts';

export interface EvmNodeOptions {
  readonly url: string;
  /** What the node must say that it is. A node of another chain would show us foreign deposits. */
  readonly chainId: number;
  readonly timeoutMs?: number;
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node was reached, and said no. */
export class RpcError extends ChainUnavailable {
  readonly code: number | undefined;

  constructor(message: string, code: number | undefined) {
    super(message);
    this.code = code;
  }
}

/** Calls in one request: more than this many providers refuse. */
const batchMax = 100;
/** The largest block of a busy chain with everything in it is a tenth of this. */
const answerBytesMax = 64 * 2 ** 20;
const reasonLengthMax = 300;

/** One node, asked by JSON-RPC over HTTP. Whatever keeps it from answering is `ChainUnavailable`; no message of ours has its address, which may carry a key. */
export class EvmNode {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #chainId: number;
  readonly #timeoutMs: number;
  #nextId = 1;
  #isChecked = false;

  constructor({ url, chainId, timeoutMs = 10_000 }: EvmNodeOptions) {
    const { address, authorization } = splitUrl(url);
    this.#url = address;
    this.#headers = { 'content-type': 'application/json', ...authorization };
    this.#chainId = chainId;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws RpcError, ChainUnavailable */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    await this.#check();
    return this.#one(method, params);
  }

  /** All of them or none, in the order of the calls. */
  async batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    await this.#check();
    const results: unknown[] = [];
    for (let at = 0; at < calls.length; at += batchMax)
      for (const result of await this.#many(calls.slice(at, at + batchMax))) results.push(result);
    return results;
  }

  async #check(): Promise<void> {
    if (this.#isChecked) return;
    const chainId = readCount(await this.#one('eth_chainId', []), 'eth_chainId');
    if (chainId !== this.#chainId)
      throw new ChainUnavailable(`The node is of chain ${chainId}, and not of ${this.#chainId}.`);
    this.#isChecked = true;
  }

  async #one(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = this.#nextId++;
    const answer = await this.#post({ jsonrpc: '2.0', id, method, params }, method);
    if (!isRecord(answer) || answer.id !== id) throw nonsense(method);
    return resultOf(answer, method);
  }

  async #many(calls: readonly RpcCall[]): Promise<unknown[]> {
    const method = calls[0]?.method ?? '';
    const firstId = this.#nextId;
    this.#nextId += calls.length;
    const requests = calls.map((call, at) => ({ jsonrpc: '2.0', id: firstId + at, ...call }));
    const answers = await this.#post(requests, method);
    // A node that takes no batches answers with one error for all.
    if (isRecord(answers)) resultOf(answers, method);
    if (!Array.isArray(answers) || answers.length !== calls.length) throw nonsense(method);
    const byId = new Map(
      answers.map((answer: unknown) => [isRecord(answer) ? answer.id : undefined, answer]),
    );
    return requests.map(({ id, method: asked }) => {
      const answer = byId.get(id);
      if (!isRecord(answer)) throw nonsense(asked);
      return resultOf(answer, asked);
    });
  }

  async #post(body: unknown, method: string): Promise<unknown> {
    try {
      const response = await postToNode(this.#url, {
        headers: this.#headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const text = await readText(response);
      if (!response.ok) throw new ChainUnavailable(`The node answered ${method} with ${response.status}.`);
      return JSON.parse(text);
    } catch (error) {
      // Whoever comes back at this address may be another.
      this.#isChecked = false;
      if (error instanceof ChainUnavailable) throw error;
      throw new ChainUnavailable(`The node could not be asked for ${method}.`, { cause: error });
    }
  }
}

function resultOf(answer: Record<string, unknown>, method: string): unknown {
  const { result, error } = answer;
  if (isRecord(error)) {
    const message = typeof error.message === 'string' ? error.message : 'no words';
    const code = typeof error.code === 'number' ? error.code : undefined;
    throw new RpcError(`${method}: ${message.slice(0, reasonLengthMax)}`, code);
  }
  // Null is an answer, and no result is none.
  if (error || result === undefined) throw nonsense(method);
  return result;
}

function nonsense(method: string): ChainUnavailable {
  return new ChainUnavailable(`The node answered ${method} with nonsense.`);
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

/** `fetch` takes no name and password in an address. */
function splitUrl(text: string): { address: string; authorization: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  if (!username && !password) return { address: url.href, authorization: {} };
  url.username = '';
  url.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    address: url.href,
    authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  };
}
