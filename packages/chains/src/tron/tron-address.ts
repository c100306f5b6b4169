import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { writeBase58Check } from '#addresses/base58-check.ts';

/** Stands before the hash of a public key in every address of this chain. */
const version = 0x41;
const hashLength = 20;

/** The 21 bytes of an address in its one spelling, as transactions have them. */
export function tronAddressBytes(address: string): Uint8Array {
  return base58.decode(address).subarray(0, 1 + hashLength);
}

export function tronAddressHex(address: string): string {
  return bytesToHex(tronAddressBytes(address));
}

/** The one spelling of the address with these bytes; undefined when they are none. */
export function tronAddressOf(bytes: Uint8Array): string | undefined {
  if (bytes.length !== 1 + hashLength || bytes[0] !== version) return undefined;
  return tronAddressOfHash(bytes.subarray(1));
}

/** Of the 20 bytes that a contract sees of an address. */
export function tronAddressOfHash(hash: Uint8Array): string {
  return writeBase58Check({ version, hash });
}

/** Of 20 bytes in hexadecimal, as logs have them, or of 21, as some nodes write them there. */
export function tronAddressOfHex(hex: string): string | undefined {
  if (hex.length === 2 * hashLength) return tronAddressOfHash(hexToBytes(hex));
  return hex.length === 2 * (1 + hashLength) ? tronAddressOf(hexToBytes(hex)) : undefined;
}
