import { createHash } from 'node:crypto';
import type { KeyPath, Payment, SigningRequest, Terms } from '@emporion/chains';

/** Everything that a request asks for, but its id. */
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
 * What two transactions that replace each other have in common: all payments, bit for bit, and the account and number that let only one of them be mined.
 */
export function hashOfCommon({ kind, network, payments, terms }: SigningRequest): string {
  return hashOf(['common', kind, network, payments.map(listOfPayment), listOfSender(terms)]);
}

function listOfPayment({ to, memo, coin, contract, amount, own }: Payment): unknown[] {
  return [to, memo ?? null, coin, contract ?? null, amount.toString(), own ? listOfPath(own) : null];
}

/** The account and number of a transaction, and the chain where they count. */
function listOfSender(terms: Terms): unknown[] {
  const { family, from, nonce } = terms;
  return terms.family === 'evm'
    ? [family, listOfPath(from), nonce, terms.chainId]
    : [family, listOfPath(from), nonce];
}

function listOfFees(terms: Terms): string[] {
  return terms.family === 'evm'
    ? [terms.gas, terms.maxFeePerGas, terms.maxPriorityFeePerGas].map(String)
    : [terms.fee.toString()];
}

function listOfPath({ branch, index }: KeyPath): unknown[] {
  return [branch, index];
}

function hashOf(words: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
