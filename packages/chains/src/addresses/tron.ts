import type { AddressFormat } from './address-format.ts';
import { isMistypedBase58, readBase58Version, writeBase58Check } from './base58-check.ts';
import { publicKeyHash } from './evm.ts';

const version = 0x41;

export const tronAddresses: AddressFormat = {
  normalize: (text) => (readBase58Version(text) === version ? text : undefined),
  isMistyped: (text) => isMistypedBase58(text, [version]),
  fromPublicKey: (publicKey) => writeBase58Check({ version, hash: publicKeyHash(publicKey) }),
};
