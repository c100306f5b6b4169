import { concatBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m } from '@scure/base';
import type { AddressOptions } from './address-format.ts';
import { writeBase58Check } from './base58-check.ts';
import { type BitcoinFormatName, bitcoinAddresses, bitcoinPrefixes } from './bitcoin.ts';

const op = { dup: 0x76, hash160: 0xa9, equal: 0x87, equalVerify: 0x88, checkSig: 0xac, one: 0x51 };
const push20 = 20;
const push32 = 32;

/** What an address stands for in a transaction, and back. */
export interface BitcoinScripts {
  /** The address that is paid by an output script, in its one spelling; undefined when it is of a kind that has none. */
  addressOf(script: Uint8Array): string | undefined;
  /** The output script of an address in its one spelling. What is none is a bug of the caller, and thrown. */
  scriptOf(address: string): Uint8Array;
}

/** P2PKH, P2SH, P2WPKH, P2WSH and P2TR, as `bitcoinAddresses` has them. */
export function bitcoinScripts(
  coin: BitcoinFormatName,
  chain: NonNullable<AddressOptions['chain']>,
): BitcoinScripts {
  const { segwit, base58: versions } = bitcoinPrefixes[coin][chain];
  const [publicKeyHash, scriptHash] = versions;
  const format = bitcoinAddresses(coin, chain);
  return {
    addressOf(script) {
      if (isPublicKeyHash(script))
        return writeBase58Check({ version: publicKeyHash, hash: script.subarray(3, 23) });
      if (isScriptHash(script))
        return writeBase58Check({ version: scriptHash, hash: script.subarray(2, 22) });
      const [version, length] = script;
      const program = script.subarray(2);
      if (program.length !== length) return undefined;
      if (version === 0 && (length === push20 || length === push32))
        return bech32.encode(segwit, [0, ...bech32.toWords(program)]);
      if (version === op.one && length === push32)
        return bech32m.encode(segwit, [1, ...bech32m.toWords(program)]);
      return undefined;
    },
    scriptOf(address) {
      if (format.normalize(address) !== address) throw new Error('It is no address in its one spelling.');
      return address.startsWith(`${segwit}1`)
        ? witnessScript(address)
        : hashScript(address, { publicKeyHash });
    },
  };
}

function isPublicKeyHash(script: Uint8Array): boolean {
  return (
    script.length === 25 &&
    script[0] === op.dup &&
    script[1] === op.hash160 &&
    script[2] === push20 &&
    script[23] === op.equalVerify &&
    script[24] === op.checkSig
  );
}

function isScriptHash(script: Uint8Array): boolean {
  return script.length === 23 && script[0] === op.hash160 && script[1] === push20 && script[22] === op.equal;
}

function witnessScript(address: string): Uint8Array {
  const v0 = bech32.decodeUnsafe(address);
  const words = (v0 ?? bech32m.decode(address as `${string}1${string}`)).words;
  const program = bech32.fromWords(words.slice(1));
  return concatBytes(Uint8Array.of(v0 ? 0 : op.one, program.length), program);
}

function hashScript(address: string, { publicKeyHash }: { publicKeyHash: number }): Uint8Array {
  const bytes = base58.decode(address);
  const hash = bytes.subarray(1, 1 + push20);
  return bytes[0] === publicKeyHash
    ? concatBytes(Uint8Array.of(op.dup, op.hash160, push20), hash, Uint8Array.of(op.equalVerify, op.checkSig))
    : concatBytes(Uint8Array.of(op.hash160, push20), hash, Uint8Array.of(op.equal));
}
