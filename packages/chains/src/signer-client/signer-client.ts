import { createConnection, type Socket } from 'node:net';
import type { SignerCoins, SignerIdentity, SigningAnswer, SigningRequest } from '#signing.ts';
import {
  readSignerCoins,
  readSignerIdentity,
  readSigningAnswer,
  signerLineBytesMax,
} from '#wire/signer-answers.ts';
import { writeSigningRequest } from '#wire/signing-request.ts';
import { readFields, readJson, readWholeNumber } from '#wire/strict-json.ts';

/** The signer is away, hangs, or answers nonsense. Nobody knows whether it signed: ask again with the same words. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
  /** False when no word of the question reached it, so that it certainly signed nothing. */
  readonly wasAsked: boolean;

  constructor(message: string, { cause, wasAsked = true }: { cause?: unknown; wasAsked?: boolean } = {}) {
    super(message, { cause });
    this.wasAsked = wasAsked;
  }
}

/** The signer as the server sees it. */
export interface SignerClient {
  /** @throws SignerUnavailable */
  identity(): Promise<SignerIdentity>;
  /**
   * The coins of the signer's file. Undefined when an older signer ends the connection at this question, which it does not know.
   *
   * @throws SignerUnavailable when it cannot be reached.
   */
  coins(): Promise<SignerCoins | undefined>;
  /** @throws SignerUnavailable */
  sign(request: SigningRequest): Promise<SigningAnswer>;
  close(): void;
}

const timeoutMsUsual = 10_000;
const callsMax = 1_000;

interface Call {
  readonly done: (answer: unknown) => void;
  readonly refuse: (error: SignerUnavailable) => void;
}

/** Speaks with the signer over one connection, which it makes when it is needed and again after it broke. */
export function connectSigner(path: string, { timeoutMs = timeoutMsUsual } = {}): SignerClient {
  let connection: Connection | undefined;
  const ask = async <Answer>(question: object, read: (answer: unknown) => Answer): Promise<Answer> => {
    if (!connection?.isOpen) connection = new Connection(path, timeoutMs);
    const used = connection;
    const answer = await used.ask(question);
    try {
      return read(answer);
    } catch (error) {
      throw used.end('The signer answers what is not understood.', error);
    }
  };
  return {
    identity: () => ask({ ask: 'identity' }, readSignerIdentity),
    coins: async () => {
      // A connection of its own: an older signer ends it, and with it every question that waits there for a signature.
      const own = new Connection(path, timeoutMs);
      try {
        return readSignerCoins(await own.ask({ ask: 'coins' }));
      } catch (error) {
        if (error instanceof SignerUnavailable && !error.wasAsked) throw error;
        return undefined;
      } finally {
        own.end('The connection to the signer was closed.');
      }
    },
    sign: (request) => ask({ ask: 'sign', request: writeSigningRequest(request) }, readSigningAnswer),
    close: () => void connection?.end('The connection to the signer was closed.'),
  };
}

class Connection {
  readonly #socket: Socket;
  readonly #timeoutMs: number;
  readonly #calls = new Map<number, Call>();
  #last = 0;
  #unread = Buffer.alloc(0);
  isOpen = true;
  /** What is written before it is connected waits, and goes nowhere when that fails. */
  #wasConnected = false;

  constructor(path: string, timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#socket = createConnection(path);
    this.#socket.on('connect', () => {
      this.#wasConnected = true;
    });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', (error) => this.end('The signer is away.', error));
    this.#socket.on('close', () => this.end('The signer closed the connection.'));
  }

  ask(question: object): Promise<unknown> {
    if (this.#calls.size >= callsMax)
      throw new SignerUnavailable('Too many questions wait for the signer.', { wasAsked: false });
    this.#last += 1;
    const call = this.#last;
    return new Promise((done, refuse) => {
      const late = setTimeout(() => this.end('The signer takes too long.'), this.#timeoutMs);
      const settle =
        <Value>(tell: (value: Value) => void) =>
        (value: Value) => {
          clearTimeout(late);
          this.#calls.delete(call);
          tell(value);
        };
      this.#calls.set(call, { done: settle(done), refuse: settle(refuse) });
      this.#socket.write(`${JSON.stringify({ call, ...question })}\n`);
    });
  }

  /** Ends the connection and everything that waits on it: an answer that still comes must not be taken for that of a later question. */
  end(message: string, cause?: unknown): SignerUnavailable {
    const error = new SignerUnavailable(message, { cause, wasAsked: this.#wasConnected });
    this.isOpen = false;
    this.#socket.destroy();
    for (const { refuse } of [...this.#calls.values()]) refuse(error);
    return error;
  }

  #read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    try {
      for (let at = this.#unread.indexOf(0x0a); at >= 0; at = this.#unread.indexOf(0x0a)) {
        const line = this.#unread.subarray(0, at).toString('utf8');
        this.#unread = this.#unread.subarray(at + 1);
        this.#readLine(line);
      }
      if (this.#unread.length > signerLineBytesMax) this.end('The signer answers without an end.');
    } catch (error) {
      this.end('The signer answers what is not understood.', error);
    }
  }

  #readLine(line: string): void {
    const fields = readFields(readJson(line, 'The answer'), {
      at: 'The answer',
      required: ['call', 'answer'],
    });
    const call = readWholeNumber(fields.call, { at: 'call', max: Number.MAX_SAFE_INTEGER });
    this.#calls.get(call)?.done(fields.answer);
  }
}
