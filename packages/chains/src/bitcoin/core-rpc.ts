import { fail, type Result, succeed } from '@emporion/kernel';
import { postToNode } from '#node-fetch.ts';
import { ChainUnavailable } from '#port.ts';
import { isRecord, type RpcRecord } from './core-values.ts';

export interface CoreRpcOptions {
  /** With the user and password of the node, as `http://user:password@host:port`. */
  readonly url: string;
  readonly timeoutMs?: number;
}

export interface CoreCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node was reached, and said no. Its codes are those of Core's `rpc/protocol.h`. */
export interface CoreError {
  readonly code: number;
  readonly message: string;
}

export const coreErrors = {
  /** No such transaction, block or address. */
  notFound: -5,
  outOfRange: -8,
  undecodable: -22,
  alreadyInChain: -27,
} as const;

/** It loads its blocks, or is about to end. */
const warmingUp = -28;
const batchMax = 100;
/** A full block with all its transactions in words is a fifth of this. */
const answerBytesMax = 128 * 2 ** 20;
const reasonLengthMax = 300;

/**
 * A node of Bitcoin's kind, asked by JSON-RPC over HTTP. Whatever keeps it from answering is thrown as `ChainUnavailable`; what it refuses is a value. No
 * message of ours has its address or password.
 */
export class CoreRpc {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #timeoutMs: number;
  #nextId = 1;

  constructor({ url, timeoutMs = 30_000 }: CoreRpcOptions) {
    const parsed = new URL(url);
    const user = [parsed.username, parsed.password].map(decodeURIComponent).join(':');
    parsed.username = '';
    parsed.password = '';
    this.#url = parsed.href;
    this.#headers = {
      'content-type': 'application/json',
      ...(user !== ':' && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    };
    this.#timeoutMs = timeoutMs;
  }

  /** @throws ChainUnavailable */
  async ask(
    { method, params }: CoreCall,
    { timeoutMs }: { timeoutMs?: number } = {},
  ): Promise<Result<unknown, CoreError>> {
    const id = this.#nextId++;
    const answer = await this.#post({ jsonrpc: '1.0', id, method, params }, { method, timeoutMs });
    if (!isRecord(answer) || answer.id !== id) throw nonsense(method);
    return resultOf(answer, method);
  }

  /** The same, for what a node in order cannot refuse. */
  async call(method: string, ...params: unknown[]): Promise<unknown> {
    const answer = await this.ask({ method, params });
    if (answer.ok) return answer.value;
    throw new ChainUnavailable(`The node refused ${method}: ${answer.failure.message}`);
  }

  /** The answers in the order of the calls, each a result or a refusal of its own. */
  async batch(calls: readonly CoreCall[]): Promise<Result<unknown, CoreError>[]> {
    const results: Result<unknown, CoreError>[] = [];
    for (let at = 0; at < calls.length; at += batchMax)
      for (const result of await this.#many(calls.slice(at, at + batchMax))) results.push(result);
    return results;
  }

  async #many(calls: readonly CoreCall[]): Promise<Result<unknown, CoreError>[]> {
    const method = calls[0]?.method ?? '';
    const requests = calls.map((call) => ({ jsonrpc: '1.0', id: this.#nextId++, ...call }));
    const answers = await this.#post(requests, { method });
    if (!Array.isArray(answers) || answers.length !== calls.length) throw nonsense(method);
    const byId = new Map(answers.filter(isRecord).map((answer) => [answer.id, answer]));
    return requests.map(({ id, method: asked }) => {
      const answer = byId.get(id);
      if (!answer) throw nonsense(asked);
      return resultOf(answer, asked);
    });
  }

  async #post(
    body: unknown,
    { method, timeoutMs = this.#timeoutMs }: { method: string; timeoutMs?: number | undefined },
  ): Promise<unknown> {
    try {
      const response = await postToNode(this.#url, {
        headers: this.#headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readText(response);
      // Core answers a refusal with 500 or 404 and its words; with another status, or without words, it said nothing.
      const answer = parse(text);
      if (answer === undefined)
        throw new ChainUnavailable(`The node answered ${method} with status ${response.status}.`);
      return answer;
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new ChainUnavailable(
        isLate ? `The node did not answer ${method} in time.` : `The node cannot be reached for ${method}.`,
      );
    }
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > answerBytesMax) throw new ChainUnavailable('The node answered with too much.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function resultOf(answer: RpcRecord, method: string): Result<unknown, CoreError> {
  const { error, result } = answer;
  if (error === null || error === undefined) {
    if (result === undefined) throw nonsense(method);
    return succeed(result);
  }
  if (!isRecord(error) || typeof error.code !== 'number') throw nonsense(method);
  const message = String(error.message ?? '').slice(0, reasonLengthMax);
  if (error.code === warmingUp) throw new ChainUnavailable(`The node is not ready yet: ${message}`);
  return fail({ code: error.code, message });
}

function nonsense(method: string): ChainUnavailable {
  return new ChainUnavailable(`The node answered ${method} with nonsense.`);
}
