import { bitcoinInputsMax } from '#bitcoin/bitcoin-limits.ts';
import type {
  BitcoinInput,
  BitcoinTerms,
  EvmTerms,
  KeyPath,
  Payment,
  SigningRequest,
  Terms,
  TronTerms,
} from '#signing.ts';
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
/** The signer keeps it under a longer name, as an id. */
const withdrawalLengthMax = 80;

/** The kind is none of the four. It has a name of its own among the refusals, so it is told apart from other words that are not understood. */
export class UnknownKindError extends ShapeError {}

/** A request as it goes over the socket: amounts as decimal texts. */
export function writeSigningRequest(request: SigningRequest): unknown {
  return withTexts(request);
}

function withTexts(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withTexts(field)]));
}

/**
 * A request as it came over the socket.
 *
 * @throws UnknownKindError, ShapeError
 */
export function readSigningRequest(value: unknown): SigningRequest {
  const at = 'The request';
  const required = ['id', 'kind', 'network', 'payments', 'terms'] as const;
  const fields = readFields(value, { at, required, optional: ['replaces', 'follows'] });
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
    ...(fields.follows !== undefined && { follows: readFollowed(fields.follows) }),
  };
}

function readId(value: unknown, at: string): string {
  if (typeof value !== 'string' || !idShape.test(value))
    throw new ShapeError(`${at} must be 1 to 100 printable characters.`);
  return value;
}

function readFollowed(value: unknown): string[] {
  return readList(value, { at: 'follows', max: signingPaymentsMax }).map((id) => readId(id, 'follows'));
}

function readWithdrawal(value: unknown): string {
  const id = readId(value, 'withdrawal');
  if (id.length > withdrawalLengthMax) throw new ShapeError('withdrawal is too long.');
  return id;
}

function readPayment(value: unknown): Payment {
  const optional = ['memo', 'contract', 'withdrawal', 'own'] as const;
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
    ...(fields.withdrawal !== undefined && { withdrawal: readWithdrawal(fields.withdrawal) }),
    ...(fields.own !== undefined && { own: readKeyPath(fields.own, 'own') }),
  };
}

/**
 * Terms with their amounts as decimal texts, as they go over the socket.
 *
 * @throws ShapeError
 */
export function readTerms(value: unknown): Terms {
  const { family } = readRecord(value, 'terms');
  if (family === 'evm') return readEvmTerms(value);
  if (family === 'bitcoin') return readBitcoinTerms(value);
  if (family === 'tron') return readTronTerms(value);
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

function readTronTerms(value: unknown): TronTerms {
  const fields = readFields(value, {
    at: 'terms',
    required: [
      ...(['family', 'from', 'refBlockBytes', 'refBlockHash'] as const),
      ...(['expiration', 'timestamp', 'feeLimit', 'reserve'] as const),
    ],
  });
  const max = Number.MAX_SAFE_INTEGER;
  return {
    family: 'tron',
    from: readKeyPath(fields.from, 'from'),
    refBlockBytes: readText(fields.refBlockBytes, { at: 'refBlockBytes', max: 4 }),
    refBlockHash: readText(fields.refBlockHash, { at: 'refBlockHash', max: 16 }),
    expiration: readWholeNumber(fields.expiration, { at: 'expiration', max }),
    timestamp: readWholeNumber(fields.timestamp, { at: 'timestamp', max }),
    feeLimit: readAmount(fields.feeLimit, 'feeLimit'),
    reserve: readAmount(fields.reserve, 'reserve'),
  };
}

function readBitcoinTerms(value: unknown): BitcoinTerms {
  const fields = readFields(value, {
    at: 'terms',
    required: ['family', 'inputs', 'fee'],
    optional: ['change'],
  });
  return {
    family: 'bitcoin',
    inputs: readList(fields.inputs, { at: 'inputs', max: bitcoinInputsMax }).map(readBitcoinInput),
    ...(fields.change !== undefined && { change: readChange(fields.change) }),
    fee: readAmount(fields.fee, 'fee'),
  };
}

function readBitcoinInput(value: unknown): BitcoinInput {
  const required = ['transactionId', 'output', 'amount', 'path'] as const;
  const fields = readFields(value, { at: 'An input', required });
  const transactionId = readText(fields.transactionId, { at: 'transactionId', max: 64 });
  if (!/^[0-9a-f]{64}$/.test(transactionId))
    throw new ShapeError('transactionId must be 64 hexadecimal digits.');
  return {
    transactionId,
    output: readWholeNumber(fields.output, { at: 'output', max: 2 ** 32 - 1 }),
    amount: readAmount(fields.amount, 'amount'),
    path: readKeyPath(fields.path, 'path'),
  };
}

function readChange(value: unknown): NonNullable<BitcoinTerms['change']> {
  const fields = readFields(value, { at: 'change', required: ['path', 'amount'] });
  return {
    path: readKeyPath(fields.path, 'change.path'),
    amount: readAmount(fields.amount, 'change.amount'),
  };
}

function readKeyPath(value: unknown, at: string): KeyPath {
  const fields = readFields(value, { at, required: ['branch', 'index'] });
  const branch = readWholeNumber(fields.branch, { at: `${at}.branch`, max: 1 }) === 0 ? 0 : 1;
  return { branch, index: readWholeNumber(fields.index, { at: `${at}.index`, max: indexMax }) };
}
