import type { EvmTerms, KeyPath, Payment, SigningRequest, Terms } from '#signing.ts';
import {
  readAmount,
  readFields,
  readList,
  readOneOf,
  readRecord,
  readText,
  readWholeNumber,
  ShapeError,
} from './strict-json.ts';

export const signingKinds = ['payout', 'sweep', 'top-up', 'cold'] as const satisfies SigningRequest['kind'][];

export const signingPaymentsMax = 256;
const textMax = 200;
const indexMax = 2 ** 31 - 1;
/** Printable and without spaces: an id is written to files and shown in words. */
const idShape = /^[!-~]{1,100}$/;

/** The kind is none of the four. It has a name of its own among the refusals, so it is told apart from other words that are not understood. */
export class UnknownKindError extends ShapeError {}

/** A request as it goes over the socket: amounts as decimal texts. */
export function writeSigningRequest(request: SigningRequest): unknown {
  return {
    ...request,
    payments: request.payments.map((payment) => ({ ...payment, amount: payment.amount.toString() })),
    terms: Object.fromEntries(
      Object.entries(request.terms).map(([name, term]) => [name, textOfAmount(term)]),
    ),
  };
}

function textOfAmount(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/**
 * A request as it came over the socket.
 *
 * @throws UnknownKindError, ShapeError
 */
export function readSigningRequest(value: unknown): SigningRequest {
  const at = 'The request';
  const required = ['id', 'kind', 'network', 'payments', 'terms'] as const;
  const fields = readFields(value, { at, required, optional: ['replaces'] });
  const kind = signingKinds.find((known) => known === fields.kind);
  if (!kind) throw new UnknownKindError(`The kind must be one of: ${signingKinds.join(', ')}.`);
  const payments = readList(fields.payments, { at: 'payments', max: signingPaymentsMax });
  return {
    id: readId(fields.id, 'id'),
    kind,
    network: readText(fields.network, { at: 'network', max: 40 }),
    payments: payments.map(readPayment),
    terms: readTerms(fields.terms),
    ...(fields.replaces !== undefined && { replaces: readId(fields.replaces, 'replaces') }),
  };
}

function readId(value: unknown, at: string): string {
  if (typeof value !== 'string' || !idShape.test(value))
    throw new ShapeError(`${at} must be 1 to 100 printable characters.`);
  return value;
}

function readPayment(value: unknown): Payment {
  const optional = ['memo', 'contract', 'own'] as const;
  const fields = readFields(value, { at: 'A payment', required: ['to', 'coin', 'amount'], optional });
  const amount = readAmount(fields.amount, 'amount');
  if (amount === 0n) throw new ShapeError('amount must be above 0.');
  return {
    to: readText(fields.to, { at: 'to', max: textMax }),
    ...(fields.memo !== undefined && { memo: readText(fields.memo, { at: 'memo', max: textMax }) }),
    coin: readText(fields.coin, { at: 'coin', max: 20 }),
    ...(fields.contract !== undefined && {
      contract: readText(fields.contract, { at: 'contract', max: textMax }),
    }),
    amount,
    ...(fields.own !== undefined && { own: readKeyPath(fields.own, 'own') }),
  };
}

function readTerms(value: unknown): Terms {
  if (readRecord(value, 'terms').family === 'evm') return readEvmTerms(value);
  const required = ['family', 'from', 'nonce', 'fee'] as const;
  const fields = readFields(value, { at: 'terms', required });
  return {
    family: readOneOf(fields.family, { at: 'family', words: ['development'] }),
    from: readKeyPath(fields.from, 'from'),
    nonce: readWholeNumber(fields.nonce, { at: 'nonce', max: Number.MAX_SAFE_INTEGER }),
    fee: readAmount(fields.fee, 'fee'),
  };
}

function readEvmTerms(value: unknown): EvmTerms {
  const amounts = ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const;
  const fields = readFields(value, {
    at: 'terms',
    required: ['family', 'from', 'nonce', 'chainId', ...amounts],
  });
  return {
    family: 'evm',
    from: readKeyPath(fields.from, 'from'),
    nonce: readWholeNumber(fields.nonce, { at: 'nonce', max: Number.MAX_SAFE_INTEGER }),
    chainId: readWholeNumber(fields.chainId, { at: 'chainId', max: Number.MAX_SAFE_INTEGER }),
    gas: readAmount(fields.gas, 'gas'),
    maxFeePerGas: readAmount(fields.maxFeePerGas, 'maxFeePerGas'),
    maxPriorityFeePerGas: readAmount(fields.maxPriorityFeePerGas, 'maxPriorityFeePerGas'),
  };
}

function readKeyPath(value: unknown, at: string): KeyPath {
  const fields = readFields(value, { at, required: ['branch', 'index'] });
  const branch = readWholeNumber(fields.branch, { at: `${at}.branch`, max: 1 }) === 0 ? 0 : 1;
  return { branch, index: readWholeNumber(fields.index, { at: `${at}.index`, max: indexMax }) };
}
