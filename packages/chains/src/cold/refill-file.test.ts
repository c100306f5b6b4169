import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { expect, it } from 'vitest';
import { bitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import { addressFormat, addressFormats } from '#addresses/formats.ts';
import { bumpRefill, writeRefill } from '#bitcoin/cold-refill.ts';
import { signEvm } from '#evm/evm-transaction.ts';
import { accountsOf, seedOf } from '#keys/keys.ts';
import { ShapeError } from '#wire/strict-json.ts';
import {
  feeOfRefill,
  type RefillFile,
  readRefillFile,
  readSignedRefill,
  signRefillFile,
  writeRefillFile,
} from './refill-file.ts';

const cold = accountsOf(seedOf(`${'zoo '.repeat(23)}vote`));
const others = accountsOf(seedOf(`${'abandon '.repeat(23)}art`));
const path = { branch: 0, index: 3 } as const;

const evm: RefillFile = {
  ...{ version: 1, network: 'ethereum', addressFormat: 'evm', coin: 'ETH', amount: 10n ** 18n },
  from: addressFormats.evm.fromPublicKey(cold('evm').publicKey(path)),
  to: addressFormats.evm.fromPublicKey(others('evm').publicKey({ branch: 1, index: 0 })),
  transaction: {
    ...{ family: 'evm', nonce: 7, chainId: 31_337, gas: 21_000n },
    ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
  },
};
const token = {
  ...evm,
  coin: 'USDT',
  contract: addressFormats.evm.fromPublicKey(others('evm').publicKey(path)),
};

const format = addressFormat('litecoin', { chain: 'regtest' });
const litecoin = { coin: 'litecoin', chain: 'regtest' } as const;
const [coldAddress, hotAddress] = [cold, others].map((keys) =>
  format.fromPublicKey(keys('litecoin').publicKey(path)),
);
const { scriptOf } = bitcoinScripts('litecoin', 'regtest');

/** What paid to the cold address. */
function previousOf(amount: bigint): { id: string; raw: string } {
  const transaction = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true });
  transaction.addOutput({ script: scriptOf(coldAddress ?? ''), amount });
  transaction.addInput({ txid: 'cd'.repeat(32), index: 0, finalScriptSig: new Uint8Array([0x51]) });
  return { id: transaction.id, raw: transaction.hex };
}

function bitcoinFile(to = hotAddress ?? ''): RefillFile {
  const { id, raw } = previousOf(100_000_000n);
  const written = writeRefill(
    {
      ...{ from: coldAddress ?? '', to, amount: 40_000_000n },
      available: [{ transactionId: id, output: 0, amount: 100_000_000n, previousRaw: raw }],
    },
    { network: litecoin, feeRate: 10_000n },
  );
  if (!written.ok) throw new Error('there is enough');
  return {
    ...{ version: 1, network: 'litecoin', addressFormat: 'litecoin', coin: 'LTC', amount: 40_000_000n },
    ...{ from: coldAddress ?? '', to },
    transaction: { family: 'bitcoin', chain: 'regtest', psbt: written.value.psbt },
  };
}

it.each([
  ['of a coin of an EVM chain', evm],
  ['of a token', token],
  ['of the Bitcoin family', bitcoinFile()],
])('%s is carried as JSON, signed, and read again', (_, file) => {
  const carried = readRefillFile(JSON.parse(JSON.stringify(writeRefillFile(file))));
  expect(carried).toEqual(file);
  const signed = signRefillFile(carried, cold);
  expect(readSignedRefill(`${signed}\n`, file)).toMatchObject({ ok: true });
  expect(() => signRefillFile(file, others)).toThrow('do not have');
});

it('says what it can cost', () => {
  expect(feeOfRefill(evm)).toBe(42_000_000_000_000n);
  expect(feeOfRefill(bitcoinFile())).toBeGreaterThan(0n);
});

it.each([
  ['more of it', { amount: evm.amount + 1n }],
  ['to somebody else', { to: token.contract }],
  ['a token', { contract: token.contract }],
  ['with another number', { transaction: { ...evm.transaction, nonce: 8 } }],
  ['on another chain', { transaction: { ...evm.transaction, chainId: 1 } }],
  ['at another fee', { transaction: { ...evm.transaction, maxFeePerGas: 3_000_000_000n } }],
] as [string, Partial<RefillFile>][])('takes no transaction that pays %s', (_, other) => {
  const signed = signRefillFile({ ...evm, ...other }, cold);
  expect(readSignedRefill(signed, evm)).toEqual({ ok: false, failure: 'other_transaction' });
});

it('takes no signature of another key, none at all, and no nonsense', () => {
  const { transaction } = evm;
  if (transaction.family !== 'evm') throw new Error('it is one');
  const terms = { ...transaction, from: path };
  const forged = others('evm').withSecretKey(path, (secretKey) => signEvm(evm, terms, secretKey));
  expect(readSignedRefill(forged.raw, evm)).toEqual({ ok: false, failure: 'other_transaction' });
  for (const nonsense of ['', '0x', '0x02', 'zz', 'ff'.repeat(200)])
    expect(readSignedRefill(nonsense, evm).ok).toBe(false);
  const file = bitcoinFile();
  if (file.transaction.family !== 'bitcoin') throw new Error('it is one');
  expect(readSignedRefill(file.transaction.psbt, file)).toEqual({ ok: false, failure: 'not_signed' });
});

it('is not signed when its transaction pays somebody else than the file says', () => {
  const thief = format.fromPublicKey(others('litecoin').publicKey({ branch: 1, index: 9 }));
  const swapped = { ...bitcoinFile(), transaction: bitcoinFile(thief).transaction };
  expect(() => signRefillFile(swapped, cold)).toThrow('somebody else');
  expect(() => signRefillFile({ ...bitcoinFile(), amount: 1n }, cold)).toThrow('something else');
});

it('is not signed unless whole transactions prove what its inputs have', () => {
  const script = scriptOf(coldAddress ?? '');
  const [large, small] = [previousOf(100_000_000n), previousOf(20_000n)];
  const withSecond = (second: object): string => {
    const transaction = new Transaction({ version: 2, lockTime: 0 });
    transaction.addInput({ txid: large.id, index: 0, nonWitnessUtxo: large.raw });
    transaction.addInput({ txid: small.id, index: 0, ...second });
    transaction.addOutput({ script: scriptOf(hotAddress ?? ''), amount: 40_000_000n });
    transaction.addOutput({ script, amount: 60_000_000n });
    return base64.encode(transaction.toPSBT(0));
  };
  const sign = (psbt: string) =>
    signRefillFile({ ...bitcoinFile(), transaction: { family: 'bitcoin', chain: 'regtest', psbt } }, cold);
  expect(() => sign(withSecond({ witnessUtxo: { script, amount: 20_000n } }))).toThrow(
    'proves the amount of input 2',
  );
  const proved = withSecond({ nonWitnessUtxo: small.raw });
  expect(sign(proved)).not.toBe(proved);
  // The proof of a small output beside the name of another one.
  const bytes = Buffer.from(base64.decode(proved));
  const named = bytes.indexOf(Buffer.from(small.id, 'hex').reverse());
  bytes.fill(0xee, named, named + 32);
  expect(() => sign(base64.encode(bytes))).toThrow(ShapeError);
});

it('of the Bitcoin family is made again with the same inputs and payment at a higher fee, out of what goes back', () => {
  const file = bitcoinFile();
  if (file.transaction.family !== 'bitcoin') throw new Error('another family');
  const { psbt } = file.transaction;
  const rates = { network: litecoin, feeRate: 10_000n, relayRate: 1_000n };
  const dearer = bumpRefill({ psbt, from: coldAddress ?? '' }, rates);
  const again: RefillFile = { ...file, transaction: { ...file.transaction, psbt: dearer ?? '' } };
  expect(feeOfRefill(again)).toBeGreaterThan(feeOfRefill(file));
  const [first, second] = [psbt, dearer ?? ''].map((text) => Transaction.fromPSBT(base64.decode(text)));
  expect(second?.getInput(0).txid).toEqual(first?.getInput(0).txid);
  expect(second?.getOutput(0)).toEqual(first?.getOutput(0));
  const signed = signRefillFile(again, cold);
  expect(readSignedRefill(signed, again)).toMatchObject({ ok: true });
  expect(readSignedRefill(signed, file)).toEqual({ ok: false, failure: 'other_transaction' });
  expect(bumpRefill({ psbt, from: coldAddress ?? '' }, { ...rates, feeRate: 10n ** 12n })).toBeUndefined();
});
