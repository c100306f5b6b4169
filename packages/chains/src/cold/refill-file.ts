import { fail, type Result, succeed } from '@emporion/kernel';
import { type AddressFormatName, addressFormatNames } from '#addresses/address-format.ts';
import { addressFormat } from '#addresses/formats.ts';
import { type MemoKind, memoKinds } from '#addresses/memo.ts';
import type { BitcoinNetwork } from '#bitcoin/bitcoin-transaction.ts';
import { describeRefill, readRefill, signRefill } from '#bitcoin/cold-refill.ts';
import type { DevelopmentPayment } from '#development/development-transaction.ts';
import { readDevelopment, signDevelopment } from '#development/sign.ts';
import { isSignedEvm, signEvm } from '#evm/evm-transaction.ts';
import type { AccountKeys } from '#keys/keys.ts';
import type { EvmTerms, Payment } from '#signing.ts';
import {
  readAmount,
  readFields,
  readOneOf,
  readRecord,
  readText,
  readWholeNumber,
  ShapeError,
} from '#wire/strict-json.ts';

/**
 * What brings coins from the cold address to the hot one, as it is carried to where the cold keys are. Whoever signs it sees here what it pays; the signed
 * transaction is compared with it word by word when it comes back.
 */
export interface RefillFile {
  readonly version: 1;
  readonly network: string;
  readonly addressFormat: AddressFormatName;
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly contract?: string;
  /** Where the network carries one; the hot address itself has none. */
  readonly memo?: MemoKind;
  /** How the chain counts the coin, for whoever reads the amount. */
  readonly decimals?: number;
  /** In the chain's units, as everything here. */
  readonly amount: bigint;
  readonly transaction: RefillTransaction;
}

export type RefillTransaction =
  | { readonly family: 'development'; readonly nonce: number; readonly fee: bigint }
  /** As EIP-1559 names it. */
  | ({ readonly family: 'evm' } & Omit<EvmTerms, 'family' | 'from'>)
  /** With no signature yet, in base64. */
  | { readonly family: 'bitcoin'; readonly chain: BitcoinNetwork['chain']; readonly psbt: string };

/** The most that it can cost. */
export function feeOfRefill({ transaction, ...file }: RefillFile): bigint {
  if (transaction.family === 'evm') return transaction.gas * transaction.maxFeePerGas;
  if (transaction.family === 'development') return transaction.fee;
  const { fee } = describeRefill(transaction.psbt, {
    ...file,
    network: bitcoinNetwork({ transaction, ...file }),
  });
  return fee;
}

/**
 * Signs a refill with the key of its cold address.
 *
 * @throws ShapeError when these keys do not have it, or the transaction pays something else than the file says.
 */
export function signRefillFile(file: RefillFile, keysOf: (format: AddressFormatName) => AccountKeys): string {
  const keys = keysOf(file.addressFormat);
  const format = addressFormat(file.addressFormat, chainOf(file));
  for (const branch of [0, 1] as const)
    for (let index = 0; index < keysSearched; index += 1)
      if (format.fromPublicKey(keys.publicKey({ branch, index })) === file.from)
        return keys.withSecretKey({ branch, index }, (secretKey) => signWith(file, secretKey));
  throw new ShapeError(`These keys do not have the address ${file.from}.`);
}

const keysSearched = 100;

function signWith(file: RefillFile, secretKey: Uint8Array): string {
  const { transaction } = file;
  switch (transaction.family) {
    case 'development': {
      const { nonce, fee } = transaction;
      const network = developmentNetwork(file);
      return signDevelopment({ nonce, fee, payments: [paymentOf(file)] }, { network, secretKey }).raw;
    }
    case 'evm':
      return signEvm(toPayment(file), { ...transaction, from: nobody }, secretKey).raw;
    case 'bitcoin': {
      const { psbt } = transaction;
      const said = describeRefill(psbt, { from: file.from, to: file.to, network: bitcoinNetwork(file) });
      if (said.amount !== file.amount)
        throw new ShapeError('The transaction pays something else than the file says.');
      return signRefill(psbt, secretKey);
    }
  }
}

/** The transaction of a refill that came back signed: only the one that was given out, and nothing beside it. */
export function readSignedRefill(
  signed: string,
  file: RefillFile,
): Result<{ readonly id: string; readonly raw: string }, 'malformed' | 'other_transaction' | 'not_signed'> {
  const { transaction } = file;
  switch (transaction.family) {
    case 'development': {
      const read = readDevelopment(signed.trim(), developmentNetwork(file));
      if (!read.ok) return fail(read.failure === 'bad_signature' ? 'not_signed' : 'malformed');
      const { id, raw, from, nonce, fee, payments } = read.value;
      const isSame =
        from === file.from &&
        nonce === transaction.nonce &&
        fee === transaction.fee &&
        payments.length === 1 &&
        isSamePayment(payments[0], paymentOf(file));
      return isSame ? succeed({ id, raw }) : fail('other_transaction');
    }
    case 'evm': {
      const text = signed.trim().toLowerCase();
      const raw = text.startsWith('0x') ? text : `0x${text}`;
      return isSignedEvm(raw, {
        payment: toPayment(file),
        terms: { ...transaction, from: nobody },
        from: file.from,
      });
    }
    case 'bitcoin':
      return readRefill(signed, transaction);
  }
}

function isSamePayment(found: DevelopmentPayment | undefined, wanted: DevelopmentPayment): boolean {
  return (
    found?.to === wanted.to &&
    found.amount === wanted.amount &&
    found.contract === wanted.contract &&
    found.memo === wanted.memo
  );
}

/** Terms name a key of ours, which a cold one is not. */
const nobody = { branch: 1, index: 0 } as const;

function paymentOf({ to, amount, contract }: RefillFile): DevelopmentPayment {
  return { to, amount, ...(contract !== undefined && { contract }) };
}

function toPayment({ coin, ...file }: RefillFile): Payment {
  return { ...paymentOf({ coin, ...file }), coin };
}

function developmentNetwork({ network: code, addressFormat: name, memo }: RefillFile) {
  return { code, addressFormat: name, memo };
}

function chainOf({ transaction }: RefillFile): { chain?: BitcoinNetwork['chain'] } {
  return transaction.family === 'bitcoin' ? { chain: transaction.chain } : {};
}

function bitcoinNetwork({ addressFormat: coin, transaction }: RefillFile): BitcoinNetwork {
  if ((coin !== 'bitcoin' && coin !== 'litecoin') || transaction.family !== 'bitcoin')
    throw new ShapeError('The file is not of the Bitcoin family.');
  return { coin, chain: transaction.chain };
}

/** With amounts as texts, for JSON. */
export function writeRefillFile(file: RefillFile): unknown {
  return JSON.parse(
    JSON.stringify(file, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)),
  );
}

/** No token counts more finely. */
const decimalsMax = 77;

/** @throws ShapeError */
export function readRefillFile(value: unknown): RefillFile {
  const required = [
    'version',
    'network',
    'addressFormat',
    'from',
    'to',
    'coin',
    'amount',
    'transaction',
  ] as const;
  const fields = readFields(value, { at: 'The file', required, optional: ['contract', 'memo', 'decimals'] });
  if (fields.version !== 1) throw new ShapeError('The file must have version 1.');
  const text = (name: 'network' | 'from' | 'to' | 'coin', max: number) =>
    readText(fields[name], { at: name, max });
  return {
    version: 1,
    network: text('network', 40),
    addressFormat: readOneOf(fields.addressFormat, { at: 'addressFormat', words: addressFormatNames }),
    from: text('from', 200),
    to: text('to', 200),
    coin: text('coin', 20),
    ...(fields.contract !== undefined && {
      contract: readText(fields.contract, { at: 'contract', max: 200 }),
    }),
    ...(fields.memo !== undefined && { memo: readOneOf(fields.memo, { at: 'memo', words: memoKinds }) }),
    ...(fields.decimals !== undefined && {
      decimals: readWholeNumber(fields.decimals, { at: 'decimals', max: decimalsMax }),
    }),
    amount: readAmount(fields.amount, 'amount'),
    transaction: readTransaction(fields.transaction),
  };
}

function readTransaction(value: unknown): RefillTransaction {
  const at = 'transaction';
  const { family } = readRecord(value, at);
  const number = (field: unknown, name: string) =>
    readWholeNumber(field, { at: name, max: Number.MAX_SAFE_INTEGER });
  if (family === 'evm') {
    const amounts = ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const;
    const fields = readFields(value, { at, required: ['family', 'nonce', 'chainId', ...amounts] });
    return {
      ...{ family, nonce: number(fields.nonce, 'nonce'), chainId: number(fields.chainId, 'chainId') },
      gas: readAmount(fields.gas, 'gas'),
      maxFeePerGas: readAmount(fields.maxFeePerGas, 'maxFeePerGas'),
      maxPriorityFeePerGas: readAmount(fields.maxPriorityFeePerGas, 'maxPriorityFeePerGas'),
    };
  }
  if (family === 'bitcoin') {
    const fields = readFields(value, { at, required: ['family', 'chain', 'psbt'] });
    const chain = readOneOf(fields.chain, { at: 'chain', words: ['main', 'testnet', 'regtest'] });
    return { family, chain, psbt: readText(fields.psbt, { at: 'psbt', max: 400_000 }) };
  }
  const fields = readFields(value, { at, required: ['family', 'nonce', 'fee'] });
  return {
    family: readOneOf(fields.family, { at: 'family', words: ['development'] }),
    nonce: number(fields.nonce, 'nonce'),
    fee: readAmount(fields.fee, 'fee'),
  };
}
