import { Agent, type IncomingMessage, request } from 'node:http';
import { apiBase, sessionEndpoints } from '@emporion/contracts/rest';

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

interface BotOptions {
  readonly account: string;
  /** Where the server listens. */
  readonly address: { readonly host: string; readonly port: number };
  readonly openSession: (account: string) => Promise<TokenPair>;
}

/** A token lives for five minutes; it is exchanged well before. */
const renewAfterMs = 4 * 60_000;
const timeoutMs = 60_000;

/** Somebody who uses the API as everybody does: with tokens, over HTTP. */
export class Bot {
  readonly account: string;
  readonly #options: BotOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #tokens: Promise<TokenPair> | undefined;
  #renewedAt = 0;

  constructor(options: BotOptions) {
    this.account = options.account;
    this.#options = options;
  }

  async call(call: Call): Promise<Answer> {
    const answer = await this.#send(call, (await this.#session()).access);
    if (answer.status !== 401) return answer;
    // The session was ended, by a logout everywhere or a restart with another secret: another one begins.
    this.#tokens = undefined;
    return this.#send(call, (await this.#session()).access);
  }

  close(): void {
    this.#agent.destroy();
  }

  #session(): Promise<TokenPair> {
    const age = performance.now() - this.#renewedAt;
    if (this.#tokens && age < renewAfterMs) return this.#tokens;
    const tokens = this.#tokens ? this.#renew(this.#tokens) : this.#options.openSession(this.account);
    this.#renewedAt = performance.now();
    this.#tokens = tokens;
    tokens.catch(() => {
      // A failure is not remembered: the next call tries again.
      if (this.#tokens === tokens) this.#tokens = undefined;
    });
    return tokens;
  }

  async #renew(tokens: Promise<TokenPair>): Promise<TokenPair> {
    const { method, path } = sessionEndpoints.refresh;
    const { refresh } = await tokens;
    const { status, body } = await this.#send({ method, path, body: { refresh } });
    return status === 200 ? body : this.#options.openSession(this.account);
  }

  #send({ method, path, body }: Call, token?: string): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          ...this.#options.address,
          agent: this.#agent,
          method,
          path: `${apiBase}${path}`,
          headers,
          timeout: timeoutMs,
        },
        (response) => answerOf(response).then(resolve, reject),
      );
      sent.on('timeout', () => sent.destroy(new Error('The server took too long to answer.')));
      sent.on('error', reject);
      sent.end(text);
    });
  }
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
}
