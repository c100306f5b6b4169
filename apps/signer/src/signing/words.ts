import { createHash } from 'node:crypto';
import type { BitcoinInput, BitcoinTerms, KeyPath, Payment, SigningRequest, Terms } from '@emporion/chains';

/** Everything that its transaction says: not its id, nor which withdrawals it pays. */
export function hashOfWords(request: SigningRequest): string {
  const { kind, network, payments, terms, replaces } = request;
  return hashOf([
    'words',
    kind,
    network,
    payments.map(listOfPayment),
    [...listOfSender(terms), ...listOfFees(terms)],
    replaces ?? null,
  ]);
}

/**
 * What two transactions that replace each other have in common: all payments, bit for bit, and what lets only one of them be mined.
 */
export function hashOfCommon({ kind, network, payments, terms }: SigningRequest): string {
  return hashOf(['common', kind, network, payments.map(listOfPayment), listOfSender(terms)]);
}

function listOfPayment({ to, memo, coin, contract, amount, own }: Payment): unknown[] {
  return [to, memo ?? null, coin, contract ?? null, amount.toString(), own ? listOfPath(own) : null];
}

/**
 * What a transaction would spend, with the amounts that its signatures stand for. A signature of this family says nothing of the amounts of other inputs,
 * so two requests for one transaction that each lie about another input would together make one whose fee nobody has counted.
 */
export function hashOfInputs({ inputs }: BitcoinTerms): string {
  return hashOf(['inputs', inputs.map(listOfInput)]);
}

/** What keeps two transactions from being mined both. On Tron nothing does, and each stands for itself. */
export function hashOfSlot({ network, terms }: SigningRequest): string {
  const own = terms.family === 'tron' ? listOfFees(terms) : [];
  return hashOf(['slot', network, listOfSender(terms), own]);
}

/**
 * What lets only one of several transactions be mined: the account and its number, and the chain where they count; or the first output that is spent. That
 * must be the same one in all that replace each other: of three, the first and the last could else have none in common.
 */
function listOfSender(terms: Terms): unknown[] {
  const { family } = terms;
  if (terms.family === 'bitcoin') {
    const [first] = terms.inputs;
    return [family, first?.transactionId, first?.output];
  }
  // Nothing does on Tron: every transaction has all of its terms to itself, and none replaces another.
  if (terms.family === 'tron')
    return [family, listOfPath(terms.from), terms.refBlockBytes, terms.refBlockHash];
  const { from, nonce } = terms;
  return terms.family === 'evm'
    ? [family, listOfPath(from), nonce, terms.chainId]
    : [family, listOfPath(from), nonce];
}

function listOfFees(terms: Terms): unknown[] {
  if (terms.family === 'bitcoin') {
    const { inputs, change, fee } = terms;
    const paidBack = change ? [listOfPath(change.path), change.amount.toString()] : null;
    return [inputs.map(listOfInput), paidBack, fee.toString()];
  }
  if (terms.family === 'tron')
    return [terms.expiration, terms.timestamp, terms.feeLimit.toString(), terms.reserve.toString()];
  return terms.family === 'evm'
    ? [terms.gas, terms.maxFeePerGas, terms.maxPriorityFeePerGas].map(String)
    : [terms.fee.toString()];
}

function listOfInput({ transactionId, output, amount, path }: BitcoinInput): unknown[] {
  return [transactionId, output, amount.toString(), listOfPath(path)];
}

function listOfPath({ branch, index }: KeyPath): unknown[] {
  return [branch, index];
}

function hashOf(words: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
