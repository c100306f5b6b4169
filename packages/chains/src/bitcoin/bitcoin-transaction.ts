import { invariant } from '@emporion/kernel';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { SigHash, Transaction } from '@scure/btc-signer';
import type { AddressOptions } from '#addresses/address-format.ts';
import { type BitcoinFormatName, bitcoinAddresses } from '#addresses/bitcoin.ts';
import { bitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import type { AccountKeys } from '#keys/keys.ts';
import type { BitcoinTerms, SigningRequest } from '#signing.ts';
import type { Outpoint } from './bitcoin-block.ts';
import { bitcoinAmountMax, bitcoinInputsMax } from './bitcoin-limits.ts';

/** Which coin, and which of its chains: addresses differ. */
export interface BitcoinNetwork {
  readonly coin: BitcoinFormatName;
  readonly chain: NonNullable<AddressOptions['chain']>;
}

export interface SignedBitcoin {
  /** The hash without signatures: it is known before they are. */
  readonly id: string;
  readonly raw: string;
}

/** It may be replaced while it waits (BIP 125), and has no lock of its own (BIP 68). */
export const replaceableSequence = 0xfffffffd;
export const transactionOptions = { version: 2, lockTime: 0 } as const;

/**
 * Writes and signs the transaction of a request: its payments in their order, then the change, to an address that is derived here. The same words give the
 * same bytes, because the signatures have no random part. What no chain would take is a bug of the caller, and thrown.
 */
export function signBitcoin(
  { payments, terms }: { payments: SigningRequest['payments']; terms: BitcoinTerms },
  { keys, network }: { keys: Pick<AccountKeys, 'publicKey' | 'withSecretKey'>; network: BitcoinNetwork },
): SignedBitcoin {
  const wrong = wrongInBitcoin({ payments, terms });
  invariant(wrong === undefined, wrong ?? '');
  const format = bitcoinAddresses(network.coin, network.chain);
  const scripts = bitcoinScripts(network.coin, network.chain);
  const ownScript = (path: BitcoinTerms['inputs'][number]['path']) =>
    scripts.scriptOf(format.fromPublicKey(keys.publicKey(path)));
  // Every address is paid that our codec knows, whatever the library thinks of its key.
  const transaction = new Transaction({ ...transactionOptions, allowUnknownOutputs: true });
  for (const { transactionId, output, amount, path } of terms.inputs)
    transaction.addInput({
      txid: transactionId,
      index: output,
      sequence: replaceableSequence,
      witnessUtxo: { script: ownScript(path), amount },
    });
  for (const { to, memo, contract, amount } of payments) {
    invariant(memo === undefined && contract === undefined, 'This chain has no memos and no tokens.');
    transaction.addOutput({ script: scripts.scriptOf(to), amount });
  }
  const { change } = terms;
  if (change) transaction.addOutput({ script: ownScript(change.path), amount: change.amount });
  terms.inputs.forEach(({ path }, at) => {
    keys.withSecretKey(path, (secretKey) => transaction.signIdx(secretKey, at, [SigHash.ALL]));
  });
  transaction.finalize();
  return { id: transaction.id, raw: transaction.hex };
}

/** What a transaction of these words would have wrong in itself, whoever asks for it. */
export function wrongInBitcoin({
  payments,
  terms: { inputs, change, fee },
}: {
  payments: readonly { readonly amount: bigint }[];
  terms: BitcoinTerms;
}): string | undefined {
  if (inputs.length < 1 || inputs.length > bitcoinInputsMax)
    return `A transaction spends 1 to ${bitcoinInputsMax} outputs.`;
  if (payments.length < 1) return 'A transaction makes a payment.';
  const amounts = [...payments, ...inputs, ...(change ? [change] : [])].map(({ amount }) => amount);
  if (amounts.some((amount) => amount < 1n || amount > bitcoinAmountMax))
    return 'An amount is out of bounds.';
  const names = inputs.map(({ transactionId, output }) => `${transactionId}:${output}`);
  if (new Set(names).size !== names.length) return 'A transaction spends an output twice.';
  const given = sum(payments) + (change?.amount ?? 0n) + fee;
  if (fee < 0n || sum(inputs) !== given) return 'Inputs must equal payments, change and fee to the unit.';
  return undefined;
}

/** What of a raw transaction tells whose place it takes; undefined when it is none. */
export function readBitcoin(raw: string): { id: string; inputs: readonly Outpoint[] } | undefined {
  try {
    const transaction = Transaction.fromRaw(hexToBytes(raw), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      disableScriptCheck: true,
    });
    const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => {
      const { txid, index } = transaction.getInput(at);
      if (!txid || index === undefined) throw new Error('An input names no output.');
      return { transactionId: bytesToHex(txid), output: index };
    });
    return { id: transaction.id, inputs };
  } catch {
    return undefined;
  }
}

function sum(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((total, { amount }) => total + amount, 0n);
}
