import { sha256 } from '@noble/hashes/sha2.js';
import { type BytesCoder, base58 } from '@scure/base';

/** What such an address carries: a version byte and a hash of 20 bytes, then four bytes of checksum. */
const hashLength = 20;
const payloadLength = 1 + hashLength;
const checksumLength = 4;
/** 25 bytes are at most 35 digits to the base of 58. */
const textLengthMax = 35;

/** The version of an address in Base58Check; undefined when a digit, the checksum or the length is wrong. Ripple's digits are in an order of their own. */
export function readBase58Version(text: string, digits: BytesCoder = base58): number | undefined {
  const read = readBase58(text, digits);
  return read?.isRight ? read.version : undefined;
}

/** Whether it has digits enough for an address of one of these versions, and a wrong checksum. */
export function isMistypedBase58(
  text: string,
  versions: readonly number[],
  digits: BytesCoder = base58,
): boolean {
  const read = readBase58(text, digits);
  return read !== undefined && !read.isRight && versions.includes(read.version);
}

function readBase58(text: string, digits: BytesCoder): { version: number; isRight: boolean } | undefined {
  if (text.length > textLengthMax) return undefined;
  try {
    const bytes = digits.decode(text);
    const [version] = bytes;
    if (version === undefined || bytes.length !== payloadLength + checksumLength) return undefined;
    const checksum = checksumOf(bytes.subarray(0, payloadLength));
    return { version, isRight: checksum.every((byte, at) => byte === bytes[payloadLength + at]) };
  } catch {
    return undefined;
  }
}

export function writeBase58Check(
  { version, hash }: { version: number; hash: Uint8Array },
  digits: BytesCoder = base58,
): string {
  const bytes = new Uint8Array(payloadLength + checksumLength);
  bytes[0] = version;
  bytes.set(hash, 1);
  bytes.set(checksumOf(bytes.subarray(0, payloadLength)), payloadLength);
  return digits.encode(bytes);
}

function checksumOf(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, checksumLength);
}
