import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { utf8 } from '@scure/base';
import {
  type DevelopmentPayment,
  type DevelopmentTransaction,
  developmentAmountMax,
  developmentPaymentsMax,
} from './development-transaction.ts';

/** What is hashed and signed: the transaction and the public key that signs it. */
export interface SignedWords {
  readonly transaction: DevelopmentTransaction;
  readonly publicKey: Uint8Array;
}

export const publicKeyLength = 33;
export const signatureLength = 64;

const version = 1;
const present = 1;
const absent = 0;

/**
 * One encoding, byte by byte: version; network, sender; nonce in 8 bytes; fee; number of payments in 2 bytes; each payment's address, memo, contract and
 * amount; public key. Texts and numbers have their length before them, in one byte; a number has no leading zero; what can be missing says so in a byte.
 */
export function encodeWords({ transaction, publicKey }: SignedWords): Uint8Array {
  const writer = new Writer();
  writer.byte(version);
  writer.text(transaction.network);
  writer.text(transaction.from);
  writer.fixed(BigInt(transaction.nonce), 8);
  writer.number(transaction.fee);
  writer.fixed(BigInt(transaction.payments.length), 2);
  for (const payment of transaction.payments) {
    writer.text(payment.to);
    writer.optionalText(payment.memo);
    writer.optionalText(payment.contract);
    writer.number(payment.amount);
  }
  writer.bytes(publicKey);
  return writer.written();
}

/** Reads what `encodeWords` wrote and nothing else: undefined for bytes that are cut off, have something after them, or are out of bounds. */
export function decodeWords(bytes: Uint8Array): SignedWords | undefined {
  try {
    const reader = new Reader(bytes);
    if (reader.byte() !== version) return undefined;
    const network = reader.text();
    const from = reader.text();
    const nonce = Number(reader.fixed(8));
    const fee = reader.number();
    const count = Number(reader.fixed(2));
    if (!Number.isSafeInteger(nonce) || count < 1 || count > developmentPaymentsMax) return undefined;
    const payments: DevelopmentPayment[] = [];
    for (let at = 0; at < count; at += 1) payments.push(readPayment(reader));
    const publicKey = reader.bytes(publicKeyLength);
    if (!reader.isAtEnd()) return undefined;
    return { transaction: { network, from, nonce, payments, fee }, publicKey };
  } catch (error) {
    if (error instanceof NotEncodedError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function readPayment(reader: Reader): DevelopmentPayment {
  const to = reader.text();
  const memo = reader.optionalText();
  const contract = reader.optionalText();
  const amount = reader.number();
  return {
    to,
    ...(memo !== undefined && { memo }),
    ...(contract !== undefined && { contract }),
    amount,
  };
}

/** The bytes do not follow the encoding. */
class NotEncodedError extends Error {}

class Writer {
  readonly #bytes: number[] = [];

  byte(value: number): void {
    this.#bytes.push(value);
  }

  bytes(values: Uint8Array): void {
    for (const value of values) this.#bytes.push(value);
  }

  text(text: string): void {
    const bytes = utf8ToBytes(text);
    if (bytes.length > 255) throw new RangeError('A text of a transaction is too long.');
    this.byte(bytes.length);
    this.bytes(bytes);
  }

  optionalText(text: string | undefined): void {
    this.byte(text === undefined ? absent : present);
    if (text !== undefined) this.text(text);
  }

  fixed(value: bigint, length: number): void {
    this.bytes(hexToBytes(value.toString(16).padStart(2 * length, '0')));
  }

  number(value: bigint): void {
    const digits = value === 0n ? '' : value.toString(16);
    const length = Math.ceil(digits.length / 2);
    this.byte(length);
    if (length > 0) this.fixed(value, length);
  }

  written(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

class Reader {
  readonly #source: Uint8Array;
  #at = 0;

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#source.length) throw new NotEncodedError();
    const bytes = this.#source.slice(this.#at, end);
    this.#at = end;
    return bytes;
  }

  byte(): number {
    return this.bytes(1)[0] ?? 0;
  }

  /** Bytes that are no UTF-8 throw a TypeError. */
  text(): string {
    return utf8.encode(this.bytes(this.byte()));
  }

  optionalText(): string | undefined {
    const flag = this.byte();
    if (flag !== present && flag !== absent) throw new NotEncodedError();
    return flag === present ? this.text() : undefined;
  }

  fixed(length: number): bigint {
    return this.bytes(length).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  }

  number(): bigint {
    const length = this.byte();
    const value = this.fixed(length);
    const hasLeadingZero = length > 0 && value >> BigInt(8 * (length - 1)) === 0n;
    if (hasLeadingZero || value > developmentAmountMax) throw new NotEncodedError();
    return value;
  }

  isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }
}
