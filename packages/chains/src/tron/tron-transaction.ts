import { invariant } from '@emporion/kernel';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { tronAddresses } from '#addresses/tron.ts';
import type { Payment, TronTerms } from '#signing.ts';
import {
  bytesField,
  bytesFields,
  numberField,
  type ProtobufMessage,
  readProtobuf,
  writeProtobuf,
} from './protobuf.ts';
import { tronAddressBytes, tronAddressOf } from './tron-address.ts';

export interface SignedTron {
  /** The hash of what is signed: it is known before the signature is. */
  readonly id: string;
  readonly raw: string;
  readonly from: string;
}

/** The numbers of fields, as the chain's protocol has them. */
const transactionFields = { rawData: 1, signature: 2 } as const;
const rawFields = {
  refBlockBytes: 1,
  refBlockHash: 4,
  expiration: 8,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
} as const;
const contractFields = { type: 1, parameter: 2 } as const;
const anyFields = { typeUrl: 1, value: 2 } as const;
const transferFields = { owner: 1, to: 2, amount: 3 } as const;
const triggerFields = { owner: 1, contract: 2, callValue: 3, data: 4 } as const;

const transferType = 1n;
const triggerType = 31n;
/** The first four bytes of the hash of `transfer(address,uint256)`. */
const transferSelector = hexToBytes('a9059cbb');

/** The chain counts its own coin in signed numbers of 64 bits. */
export const tronAmountMax = 2n ** 63n - 1n;
export const tronTokenAmountMax = 2n ** 256n - 1n;
/** No transaction is taken that expires later than a day after the newest block. */
export const tronLifetimeMsMax = 24 * 60 * 60 * 1_000;
/** Beside the transaction itself the chain counts 64 bytes for its result. Ours stay below these. */
export const tronBytesMax = { coin: 300n, token: 400n } as const;
/** Units for each byte where an account has no bandwidth left, and for an account that a payment of the coin opens. */
export const tronBytePrice = 1_000n;
export const tronNewAccountFee = 1_100_000n;

/**
 * Writes and signs the transaction that makes one payment: of the chain's own coin, or of a token by its `transfer`. The same words give the same bytes.
 * What no node would take is a bug of the caller, and thrown.
 */
export function signTron(payment: Payment, terms: TronTerms, secretKey: Uint8Array): SignedTron {
  const from = tronAddresses.fromPublicKey(secp256k1.getPublicKey(secretKey, true));
  const rawData = rawDataOf(payment, terms, from);
  const digest = sha256(rawData);
  const recovered = secp256k1.sign(digest, secretKey, { prehash: false, lowS: true, format: 'recovered' });
  // The chain wants the number of the key last, and counts it from 27.
  const signature = concatBytes(recovered.subarray(1), Uint8Array.of(27 + (recovered[0] ?? 0)));
  const raw = writeProtobuf([
    [transactionFields.rawData, rawData],
    [transactionFields.signature, signature],
  ]);
  return { id: bytesToHex(digest), raw: bytesToHex(raw), from };
}

/** The id that a transaction has on the chain, whether or not somebody has signed it. */
export function tronIdOf(payment: Payment, terms: TronTerms, from: string): string {
  return bytesToHex(sha256(rawDataOf(payment, terms, from)));
}

function rawDataOf(payment: Payment, terms: TronTerms, from: string): Uint8Array {
  checkPayment(payment);
  checkTerms(terms, payment);
  const { refBlockBytes, refBlockHash, expiration, timestamp, feeLimit } = terms;
  return writeProtobuf([
    [rawFields.refBlockBytes, hexToBytes(refBlockBytes)],
    [rawFields.refBlockHash, hexToBytes(refBlockHash)],
    [rawFields.expiration, BigInt(expiration)],
    [rawFields.contract, contractOf(payment, from)],
    [rawFields.timestamp, BigInt(timestamp)],
    ...(feeLimit === 0n ? [] : [[rawFields.feeLimit, feeLimit] as const]),
  ]);
}

function contractOf({ to, contract, amount }: Payment, from: string): Uint8Array {
  const owner = tronAddressBytes(from);
  if (contract === undefined)
    return typed(transferType, 'TransferContract', [
      [transferFields.owner, owner],
      [transferFields.to, tronAddressBytes(to)],
      [transferFields.amount, amount],
    ]);
  return typed(triggerType, 'TriggerSmartContract', [
    [triggerFields.owner, owner],
    [triggerFields.contract, tronAddressBytes(contract)],
    [triggerFields.data, transferCall({ to, amount })],
  ]);
}

function typed(type: bigint, name: string, fields: Parameters<typeof writeProtobuf>[0]): Uint8Array {
  const parameter = writeProtobuf([
    [anyFields.typeUrl, utf8ToBytes(`type.googleapis.com/protocol.${name}`)],
    [anyFields.value, writeProtobuf(fields)],
  ]);
  return writeProtobuf([
    [contractFields.type, type],
    [contractFields.parameter, parameter],
  ]);
}

/** What a token is asked for so that it moves. */
export function transferCall(payment: { to: string; amount: bigint }): Uint8Array {
  return concatBytes(transferSelector, hexToBytes(transferWords(payment)));
}

/** The two words that `transfer(address,uint256)` takes. */
export function transferWords({ to, amount }: { to: string; amount: bigint }): string {
  return `${addressWord(to)}${amount.toString(16).padStart(64, '0')}`;
}

/** An address as a contract takes it: without the byte that stands before it elsewhere. */
export function addressWord(address: string): string {
  return bytesToHex(tronAddressBytes(address).subarray(1)).padStart(64, '0');
}

/** What a transaction asks of the chain, of the kinds that matter here. */
export type TronContract =
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string; readonly amount: bigint }
  | {
      readonly kind: 'trigger';
      readonly from: string;
      readonly contract: string;
      readonly callValue: bigint;
      readonly data: Uint8Array;
    }
  /** Votes, stakes, tokens of the older kind (TRC-10), and everything else: none of it is a payment. */
  | { readonly kind: 'other'; readonly from: string | undefined };

export interface ReadTron {
  readonly id: string;
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  /** Milliseconds since 1970. */
  readonly expiration: number;
  readonly feeLimit: bigint;
  readonly contract: TronContract;
}

/** What the part of a transaction says that is signed; undefined when it is none. */
export function readRawData(rawData: Uint8Array): ReadTron | undefined {
  const message = readProtobuf(rawData);
  if (!message) return undefined;
  const contract = readContract(message);
  const expiration = Number(numberField(message, rawFields.expiration));
  if (!contract || !Number.isSafeInteger(expiration)) return undefined;
  return {
    id: bytesToHex(sha256(rawData)),
    refBlockBytes: bytesToHex(bytesField(message, rawFields.refBlockBytes)),
    refBlockHash: bytesToHex(bytesField(message, rawFields.refBlockHash)),
    expiration,
    feeLimit: numberField(message, rawFields.feeLimit),
    contract,
  };
}

/** What a raw transaction says, and who signed it; undefined when it is none, or has not one signature. */
export function readTron(raw: string): (ReadTron & { readonly signer: string }) | undefined {
  if (!/^([0-9a-f]{2})+$/.test(raw)) return undefined;
  const message = readProtobuf(hexToBytes(raw));
  if (!message) return undefined;
  const rawData = bytesField(message, transactionFields.rawData);
  const [signature, ...more] = bytesFields(message, transactionFields.signature);
  const read = readRawData(rawData);
  if (!read || !signature || more.length > 0) return undefined;
  const signer = signerOf(sha256(rawData), signature);
  return signer === undefined ? undefined : { ...read, signer };
}

/** The bytes of which a raw transaction's id is the hash. */
export function rawDataBytes(raw: string): Uint8Array {
  return bytesField(readProtobuf(hexToBytes(raw)) ?? new Map(), transactionFields.rawData);
}

function signerOf(digest: Uint8Array, signature: Uint8Array): string | undefined {
  const last = signature[64];
  if (signature.length !== 65 || last === undefined) return undefined;
  const recovery = last >= 27 ? last - 27 : last;
  try {
    const recovered = concatBytes(Uint8Array.of(recovery), signature.subarray(0, 64));
    const publicKey = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
    return tronAddresses.fromPublicKey(publicKey);
  } catch {
    return undefined;
  }
}

/** The chain takes exactly one contract in a transaction. */
function readContract(rawData: ProtobufMessage): TronContract | undefined {
  const [bytes, ...more] = bytesFields(rawData, rawFields.contract);
  const message = bytes && readProtobuf(bytes);
  if (!message || more.length > 0) return undefined;
  // A message that is said twice is one message that says both.
  const parameter = readProtobuf(concatBytes(...bytesFields(message, contractFields.parameter)));
  const value = parameter && readProtobuf(bytesField(parameter, anyFields.value));
  const type = numberField(message, contractFields.type);
  if (!value) return { kind: 'other', from: undefined };
  // In every kind that moves money the first field is whose transaction it is; a kind where it is something else has no address there.
  const from = tronAddressOf(bytesField(value, transferFields.owner));
  if (type === transferType) return from === undefined ? undefined : readTransfer(value, from);
  if (type === triggerType) return from === undefined ? undefined : readTrigger(value, from);
  return { kind: 'other', from };
}

function readTransfer(value: ProtobufMessage, from: string): TronContract | undefined {
  const to = tronAddressOf(bytesField(value, transferFields.to));
  const amount = numberField(value, transferFields.amount);
  return to === undefined ? undefined : { kind: 'transfer', from, to, amount };
}

function readTrigger(value: ProtobufMessage, from: string): TronContract | undefined {
  const contract = tronAddressOf(bytesField(value, triggerFields.contract));
  if (contract === undefined) return undefined;
  const callValue = numberField(value, triggerFields.callValue);
  return { kind: 'trigger', from, contract, callValue, data: bytesField(value, triggerFields.data) };
}

function checkPayment({ to, memo, contract, amount }: Payment): void {
  invariant(tronAddresses.normalize(to) === to, 'A payment goes to an address in its one spelling.');
  invariant(memo === undefined, 'A payment on Tron carries no memo.');
  const max = contract === undefined ? tronAmountMax : tronTokenAmountMax;
  invariant(amount > 0n && amount <= max, 'An amount is out of bounds.');
  invariant(
    contract === undefined || tronAddresses.normalize(contract) === contract,
    'A contract is an address in its one spelling.',
  );
}

function checkTerms(terms: TronTerms, payment: Payment): void {
  const wrong = wrongInTron(terms, payment);
  invariant(!wrong, wrong ?? '');
}

/** What no node would take in the terms of a payment, or what would cost more than they say. */
export function wrongInTron(terms: TronTerms, { contract }: Pick<Payment, 'contract'>): string | undefined {
  const { refBlockBytes, refBlockHash, expiration, timestamp, feeLimit, reserve } = terms;
  if (!/^[0-9a-f]{4}$/.test(refBlockBytes) || !/^[0-9a-f]{16}$/.test(refBlockHash))
    return 'The reference block is named by two and by eight bytes.';
  if (!Number.isSafeInteger(expiration) || !Number.isSafeInteger(timestamp) || timestamp <= 0)
    return 'A time is out of bounds.';
  if (expiration <= timestamp || expiration > timestamp + tronLifetimeMsMax)
    return 'A transaction expires within a day after it was made.';
  if (contract === undefined ? feeLimit !== 0n : feeLimit <= 0n || feeLimit > tronAmountMax)
    return 'A token has a limit of its fee, and the coin of the chain has none.';
  const bytes = contract === undefined ? tronBytesMax.coin : tronBytesMax.token;
  if (reserve < bytes * tronBytePrice || reserve > tronAmountMax)
    return 'What is kept back for bandwidth is too little, or out of bounds.';
  return undefined;
}
