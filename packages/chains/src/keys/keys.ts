import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { AddressFormatName } from '#addresses/address-format.ts';
import type { KeyPath } from '#signing.ts';

/**
 * The account of each address format, at the path that every common wallet uses for it, so that the words of a mnemonic alone bring the money back without
 * our software. Networks of one format share their account: what somebody sends to the right address on the wrong EVM network can still be reached.
 */
const accountPaths: Readonly<Record<AddressFormatName, string>> = {
  bitcoin: "m/84'/0'/0'",
  litecoin: "m/84'/2'/0'",
  evm: "m/44'/60'/0'",
  tron: "m/44'/195'/0'",
  xrp: "m/44'/144'/0'",
};

/** Depth of the accounts above: purpose, coin type, account. */
const accountDepth = 3;
const indexMax = 2 ** 31 - 1;

/** 24 words of the English list, of 256 random bits. */
export function makeMnemonic(): string {
  return generateMnemonic(wordlist, 256);
}

/** The one spelling of a mnemonic: lower case, single spaces; undefined when a word or the checksum is wrong, or it has fewer than 24 words. */
export function normalizeMnemonic(text: string): string | undefined {
  const words = text.normalize('NFKD').toLowerCase().trim().split(/\s+/);
  const mnemonic = words.join(' ');
  return words.length === 24 && validateMnemonic(mnemonic, wordlist) ? mnemonic : undefined;
}

/** The keys of one network's account, secrets included. Only the signer makes one. */
export class AccountKeys {
  readonly extendedPublicKey: string;
  readonly #branches: Branches;

  constructor(seed: Uint8Array, format: AddressFormatName) {
    const account = HDKey.fromMasterSeed(seed).derive(accountPaths[format]);
    this.extendedPublicKey = account.publicExtendedKey;
    this.#branches = branchesOf(account);
  }

  publicKey(path: KeyPath): Uint8Array {
    return publicKeyBelow(this.#branches, path);
  }

  /** Hands a secret key to `use`, and wipes it afterwards. */
  withSecretKey<Value>(path: KeyPath, use: (secretKey: Uint8Array) => Value): Value {
    const key = keyBelow(this.#branches, path);
    const secret = key.privateKey;
    if (!secret) throw new Error('The account has no secret keys.');
    try {
      return use(secret);
    } finally {
      secret.fill(0);
      key.wipePrivateData();
    }
  }
}

/** The accounts of a seed, each derived once: networks of one format share theirs. */
export function accountsOf(seed: Uint8Array): (format: AddressFormatName) => AccountKeys {
  const known = new Map<AddressFormatName, AccountKeys>();
  return (format) => {
    const keys = known.get(format) ?? new AccountKeys(seed, format);
    known.set(format, keys);
    return keys;
  };
}

/** The seed of a mnemonic, without a further passphrase. */
export function seedOf(mnemonic: string): Uint8Array {
  // As BIP-39 has it. Node's own does it in a twentieth of the time, which every start of a signer waits for.
  return new Uint8Array(pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2_048, 64, 'sha512'));
}

/** The compressed public key of an address, derived from its account's extended public key alone. */
export function publicKeyAt(extendedPublicKey: string, path: KeyPath): Uint8Array {
  return publicKeyBelow(branchesOf(accountOf(extendedPublicKey)), path);
}

/** Whether it is the extended public key of an account, and not of something above or below one, nor a secret key. */
export function isExtendedPublicKey(text: string): boolean {
  try {
    accountOf(text);
    return true;
  } catch {
    return false;
  }
}

function accountOf(extendedPublicKey: string): HDKey {
  const account = HDKey.fromExtendedKey(extendedPublicKey);
  if (account.privateKey || account.depth !== accountDepth)
    throw new Error('It is not the extended public key of an account.');
  return account;
}

/** The two branches, each derived once. */
type Branches = (branch: KeyPath['branch']) => HDKey;

function branchesOf(account: HDKey): Branches {
  const known: (HDKey | undefined)[] = [];
  return (branch) => {
    const key = known[branch] ?? account.deriveChild(branch);
    known[branch] = key;
    return key;
  };
}

function keyBelow(branches: Branches, { branch, index }: KeyPath): HDKey {
  if (branch !== 0 && branch !== 1) throw new Error('A key is on branch 0 or 1.');
  if (!Number.isInteger(index) || index < 0 || index > indexMax)
    throw new Error('The number of a key is out of bounds.');
  return branches(branch).deriveChild(index);
}

function publicKeyBelow(branches: Branches, path: KeyPath): Uint8Array {
  const key = keyBelow(branches, path).publicKey;
  if (!key) throw new Error('A derived key has no public part.');
  return key;
}
