import { fail, invariant, isNaturalNumber, type Result, succeed } from '@emporion/kernel';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressFormats } from '#addresses/formats.ts';
import { isValidMemo } from '#addresses/memo.ts';
import {
  type DevelopmentNetwork,
  type DevelopmentRefusal,
  type DevelopmentTransaction,
  developmentAmountMax,
  developmentPaymentsMax,
  type SignedDevelopment,
} from './development-transaction.ts';
import { decodeWords, encodeWords, signatureLength } from './encoding.ts';

/** Stands before every hash, so that a signature of this chain says nothing on another. */
const domain = utf8ToBytes('emporion:development-chain:transaction:1\n');
/** 256 payments with the longest texts stay below it. */
const rawLengthMax = 2 * 160_000;

/** Signs a transaction as `readDevelopment` takes it. The same words give the same bytes. What could not be read again is a bug of the caller, and thrown. */
export function signDevelopment(
  transaction: Omit<DevelopmentTransaction, 'network' | 'from'>,
  { network, secretKey }: { network: DevelopmentNetwork; secretKey: Uint8Array },
): SignedDevelopment {
  const publicKey = secp256k1.getPublicKey(secretKey, true);
  const from = addressFormats[network.addressFormat].fromPublicKey(publicKey);
  const { nonce, payments, fee } = transaction;
  invariant(isNaturalNumber(nonce), 'A nonce is a whole number.');
  const whole: DevelopmentTransaction = { network: network.code, from, nonce, payments, fee };
  const refusal = refusalOf(whole, network);
  invariant(!refusal, `The development chain would refuse this transaction: ${refusal}.`);
  const words = encodeWords({ transaction: whole, publicKey });
  const digest = digestOf(words);
  const signature = secp256k1.sign(digest, secretKey, { prehash: false, lowS: true, format: 'compact' });
  return { ...whole, id: bytesToHex(digest), raw: bytesToHex(concatBytes(words, signature)) };
}

/** What a raw transaction says, when it says it in the one way and its sender signed it for this network. */
export function readDevelopment(
  raw: string,
  network: DevelopmentNetwork,
): Result<SignedDevelopment, DevelopmentRefusal> {
  if (raw.length > rawLengthMax || !/^([0-9a-f]{2})+$/.test(raw)) return fail('malformed');
  const bytes = hexToBytes(raw);
  if (bytes.length <= signatureLength) return fail('malformed');
  const signed = bytes.subarray(0, bytes.length - signatureLength);
  const signature = bytes.subarray(bytes.length - signatureLength);
  const words = decodeWords(signed);
  if (!words) return fail('malformed');
  const { transaction, publicKey } = words;
  const refusal = refusalOf(transaction, network);
  if (refusal) return fail(refusal);
  if (!isAddressOf({ address: transaction.from, publicKey, network })) return fail('wrong_sender');
  // Whatever the reader forgives is not the one spelling.
  if (bytesToHex(encodeWords(words)) !== bytesToHex(signed)) return fail('malformed');
  const digest = digestOf(signed);
  if (!isSigned({ digest, signature, publicKey })) return fail('bad_signature');
  return succeed({ ...transaction, id: bytesToHex(digest), raw });
}

function refusalOf(
  transaction: DevelopmentTransaction,
  network: DevelopmentNetwork,
): DevelopmentRefusal | undefined {
  if (transaction.network !== network.code) return 'wrong_network';
  const { payments, fee } = transaction;
  if (payments.length < 1 || payments.length > developmentPaymentsMax) return 'malformed';
  if (fee < 0n || fee > developmentAmountMax) return 'bad_amount';
  const format = addressFormats[network.addressFormat];
  for (const { to, memo, contract, amount } of payments) {
    if (amount < 1n || amount > developmentAmountMax) return 'bad_amount';
    if (format.normalize(to) !== to) return 'bad_address';
    if (contract !== undefined && format.normalize(contract) !== contract) return 'bad_address';
    if (memo !== undefined && !(network.memo && isValidMemo(network.memo, memo))) return 'bad_memo';
  }
  return undefined;
}

function isAddressOf(claim: {
  address: string;
  publicKey: Uint8Array;
  network: DevelopmentNetwork;
}): boolean {
  if (!secp256k1.utils.isValidPublicKey(claim.publicKey, true)) return false;
  return addressFormats[claim.network.addressFormat].fromPublicKey(claim.publicKey) === claim.address;
}

function isSigned({
  digest,
  signature,
  publicKey,
}: Record<'digest' | 'signature' | 'publicKey', Uint8Array>): boolean {
  try {
    return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true, format: 'compact' });
  } catch {
    return false;
  }
}

function digestOf(words: Uint8Array): Uint8Array {
  return sha256(concatBytes(domain, words));
}
