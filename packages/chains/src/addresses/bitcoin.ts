import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m } from '@scure/base';
import type { AddressFormat, AddressOptions } from './address-format.ts';
import { isMistypedBase58, readBase58Version } from './base58-check.ts';

interface Prefixes {
  readonly segwit: string;
  /** Version bytes of P2PKH and P2SH, in this order. */
  readonly base58: readonly [number, number];
}

/**
 * Litecoin's P2SH addresses begin with M. The ones of before began with 3 and are spelled like Bitcoin's: who enters one may well mean the other coin, so
 * they are refused.
 */
export const bitcoinPrefixes = {
  bitcoin: {
    main: { segwit: 'bc', base58: [0x00, 0x05] },
    testnet: { segwit: 'tb', base58: [0x6f, 0xc4] },
    regtest: { segwit: 'bcrt', base58: [0x6f, 0xc4] },
  },
  litecoin: {
    main: { segwit: 'ltc', base58: [0x30, 0x32] },
    testnet: { segwit: 'tltc', base58: [0x6f, 0x3a] },
    regtest: { segwit: 'rltc', base58: [0x6f, 0x3a] },
  },
} as const satisfies Record<string, Record<string, Prefixes>>;

export type BitcoinFormatName = keyof typeof bitcoinPrefixes;

/** Ours are P2WPKH. Read are P2PKH, P2SH, P2WPKH, P2WSH and P2TR; witness versions that nobody can spend from yet are refused. */
export function bitcoinAddresses(
  coin: BitcoinFormatName,
  chain: NonNullable<AddressOptions['chain']>,
): AddressFormat {
  const { segwit, base58 }: Prefixes = bitcoinPrefixes[coin][chain];
  return {
    normalize(text) {
      if (text.slice(0, segwit.length + 1).toLowerCase() === `${segwit}1`)
        return isSegwit(text, segwit) ? text.toLowerCase() : undefined;
      const version = readBase58Version(text);
      return version !== undefined && base58.includes(version) ? text : undefined;
    },
    isMistyped(text) {
      const spelled = oneCase(text);
      if (!spelled.startsWith(`${segwit}1`)) return isMistypedBase58(text, base58);
      return segwitShape.test(spelled.slice(segwit.length + 1)) && !hasChecksum(spelled);
    },
    fromPublicKey(publicKey) {
      const program = ripemd160(sha256(publicKey));
      return bech32.encode(segwit, [0, ...bech32.toWords(program)]);
    },
  };
}

const segwitLengthMax = 90;
/** The characters behind the prefix: a version, at least 20 bytes and a checksum. */
const segwitShape = /^[02-9ac-hj-np-z]{39,86}$/;

/** It may be written in capitals, all of it; with some, it is none. */
function oneCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text;
}

function hasChecksum(text: string): boolean {
  return [bech32, bech32m].some((coder) => coder.decodeUnsafe(text, segwitLengthMax) !== undefined);
}

function isSegwit(text: string, prefix: string): boolean {
  return isProgram({ text, prefix, version: 0 }) || isProgram({ text, prefix, version: 1 });
}

/** Version 0 has the checksum of bech32 and 20 or 32 bytes (BIP 173); version 1, taproot, that of bech32m and 32 bytes (BIP 350). */
function isProgram({ text, prefix, version }: { text: string; prefix: string; version: 0 | 1 }): boolean {
  const coder = version === 0 ? bech32 : bech32m;
  const decoded = coder.decodeUnsafe(text, segwitLengthMax);
  if (!decoded || decoded.prefix !== prefix || decoded.words[0] !== version) return false;
  const program = coder.fromWordsUnsafe(decoded.words.slice(1));
  if (!program) return false;
  if (version === 0) return program.length === 20 || program.length === 32;
  return program.length === 32 && isPointOnCurve(program);
}

/** Half of all numbers are no key of taproot: what is sent there is lost. */
function isPointOnCurve(x: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(bytesToNumberBE(x));
    return true;
  } catch {
    return false;
  }
}
