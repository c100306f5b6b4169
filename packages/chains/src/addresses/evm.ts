import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AddressFormat } from './address-format.ts';

const shape = /^0x[0-9a-fA-F]{40}$/;

/** Written with the checksum of EIP-55. All lower or all upper case carries no checksum and is taken; mixed case must be right. */
export function evmAddresses(checksumChainId?: number): AddressFormat {
  const normalize = (text: string): string | undefined => {
    if (!shape.test(text)) return undefined;
    const digits = text.slice(2);
    const lower = digits.toLowerCase();
    const spelled = withChecksum(lower);
    if (text === spelled || digits === lower || digits === digits.toUpperCase()) return spelled;
    const ofChain = checksumChainId !== undefined && text === withChecksum(lower, `${checksumChainId}0x`);
    return ofChain ? spelled : undefined;
  };
  return {
    normalize,
    isMistyped: (text) => shape.test(text) && normalize(text) === undefined,
    fromPublicKey: (publicKey) => withChecksum(bytesToHex(publicKeyHash(publicKey))),
  };
}

/** The last 20 bytes of the Keccak hash of the public key's two coordinates. */
export function publicKeyHash(publicKey: Uint8Array): Uint8Array {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return keccak_256(uncompressed.subarray(1)).subarray(12);
}

function withChecksum(lower: string, prefix = ''): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(prefix + lower)));
  let text = '0x';
  for (let at = 0; at < lower.length; at += 1) {
    const digit = lower.charAt(at);
    text += hash.charAt(at) >= '8' ? digit.toUpperCase() : digit;
  }
  return text;
}
