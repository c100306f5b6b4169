import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import type { AddressFormat } from './address-format.ts';
import { isMistypedBase58, readBase58Version, writeBase58Check } from './base58-check.ts';

const version = 0x00;

/** Classic addresses. One that packs address and tag together (X…) is refused: the tag has a field of its own, where everybody can see it. */
export const xrpAddresses: AddressFormat = {
  normalize: (text) => (readBase58Version(text, base58xrp) === version ? text : undefined),
  isMistyped: (text) => isMistypedBase58(text, [version], base58xrp),
  fromPublicKey: (publicKey) => writeBase58Check({ version, hash: ripemd160(sha256(publicKey)) }, base58xrp),
};
