import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Address, OutScript, Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { bitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import { AccountKeys } from '#keys/keys.ts';
import type { BitcoinInput, BitcoinTerms, Payment } from '#signing.ts';
import { readTransaction, transfersIn } from './bitcoin-block.ts';
import { dustLimit, feeAt } from './bitcoin-size.ts';
import { readBitcoin, signBitcoin } from './bitcoin-transaction.ts';
import { bumpBitcoin } from './bump-bitcoin.ts';
import { consolidate, outputsOf, selectInputs, sizeWith } from './coin-selection.ts';
import { readAmount, writeAmount } from './core-values.ts';
import { whyRefused } from './send-refusals.ts';

const network = { coin: 'bitcoin', chain: 'main' } as const;
const keys = new AccountKeys(new Uint8Array(64).fill(3), 'bitcoin');
const hot = { branch: 1, index: 0 } as const;
const payee = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const kinds = [
  payee,
  '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
];

const coin = (amount: bigint, at = 0): BitcoinInput => ({
  transactionId: at.toString(16).padStart(64, '0'),
  output: at,
  amount,
  path: { branch: 0, index: at },
});
const coins = (...amounts: bigint[]) => amounts.map(coin);
const pay = (amount: bigint, to = payee): Payment => ({ to, coin: 'BTC', amount });
const amountsOf = (inputs: readonly BitcoinInput[]) => inputs.map(({ amount }) => amount);

describe('output scripts', () => {
  const { addressOf, scriptOf } = bitcoinScripts('bitcoin', 'main');

  it.each(kinds)('are those of another implementation, and back: %s', (address) => {
    const script = scriptOf(address);
    expect(bytesToHex(script)).toBe(bytesToHex(OutScript.encode(Address().decode(address))));
    expect(addressOf(script)).toBe(address);
  });

  it.each([
    ['a public key', `21${'02'.repeat(33)}ac`],
    ['data', '6a0461626364'],
    ['nothing', ''],
    ['a witness of a version that nobody can spend from', `52${'20'}${'11'.repeat(32)}`],
    ['a witness of an odd length', `0015${'11'.repeat(21)}`],
    ['a pay-to-anchor', '51024e73'],
    ['a hash that is cut off', `a914${'11'.repeat(19)}87`],
  ])('have no address when they are %s', (_name, script) => {
    expect(addressOf(hexToBytes(script))).toBeUndefined();
  });
});

describe('amounts of a node', () => {
  it.each([
    [0.1, 10_000_000n],
    [1e-8, 1n],
    [20_999_999.9769, 2_099_999_997_690_000n],
    [66_999_999.99999999, 6_699_999_999_999_999n],
    [0, 0n],
  ])('are read to the unit: %s', (value, units) => {
    expect(readAmount(value, 'value')).toBe(units);
    expect(Number(writeAmount(units))).toBe(value);
  });

  it('are nonsense when they are negative, too large or none', () => {
    for (const value of [-1e-8, 2 ** 26, Number.NaN, '1', null])
      expect(() => readAmount(value, 'value')).toThrow(/nonsense/);
  });
});

it('leaves out of a transaction what is on Litecoin’s private side', () => {
  const script = bytesToHex(bitcoinScripts('bitcoin', 'main').scriptOf(payee));
  const read = readTransaction({
    txid: 'ab'.repeat(32),
    vin: [{ ismweb: true, output_id: 'cd'.repeat(32) }],
    vout: [
      { ismweb: true, output_id: 'ef'.repeat(32) },
      { ismweb: false, n: 1, value: 0.5, scriptPubKey: { hex: script } },
    ],
  });
  expect(read.inputs).toEqual([]);
  expect(transfersIn(read, bitcoinScripts('bitcoin', 'main'))).toMatchObject([
    { index: 1, to: payee, amount: 50_000_000n },
  ]);
});

it('takes for dust what Core does', () => {
  const { scriptOf } = bitcoinScripts('bitcoin', 'main');
  expect(kinds.map((address) => dustLimit(scriptOf(address), 3_000n))).toEqual([
    546n,
    540n,
    294n,
    330n,
    330n,
  ]);
});

describe('a signed transaction', () => {
  const terms: BitcoinTerms = {
    family: 'bitcoin',
    inputs: coins(60_000n, 50_000n),
    change: { path: hot, amount: 8_000n },
    fee: 2_000n,
  };
  const payments = [pay(70_000n), pay(30_000n, kinds[4])];
  const signed = () => signBitcoin({ payments, terms }, { keys, network });

  it('pays in the order of the request and then itself, may be replaced, and is always the same', () => {
    const { id, raw } = signed();
    expect(signed()).toEqual({ id, raw });
    const read = Transaction.fromRaw(hexToBytes(raw), { allowUnknownOutputs: true });
    expect(read.id).toBe(id);
    const outputs = Array.from({ length: read.outputsLength }, (_, at) => read.getOutput(at));
    expect(outputs.map(({ amount }) => amount)).toEqual([70_000n, 30_000n, 8_000n]);
    expect([read.getInput(0), read.getInput(1)].map(({ sequence }) => sequence)).toEqual([
      0xfffffffd, 0xfffffffd,
    ]);
    expect(readBitcoin(raw)?.inputs).toEqual(
      terms.inputs.map(({ transactionId, output }) => ({ transactionId, output })),
    );
    expect(readBitcoin(`${raw}00`)).toBeUndefined();
  });

  it.each<[string, Partial<BitcoinTerms>]>([
    ['another sum', { fee: 2_001n }],
    ['no input', { inputs: [] }],
    ['an input twice', { inputs: [coin(55_000n), coin(55_000n)] }],
    ['change of nothing', { change: { path: hot, amount: 0n }, fee: 10_000n }],
  ])('is not made with %s', (_name, part) => {
    expect(() => signBitcoin({ payments, terms: { ...terms, ...part } }, { keys, network })).toThrow();
  });
});

describe('the choice of inputs', () => {
  const select = (payments: Payment[], available: BitcoinInput[], feeRate = 1_000n) =>
    selectInputs({ payments, available, changePath: hot }, { network, feeRate });

  it('takes the largest until there is enough, and gives back what is left', () => {
    const chosen = select([pay(70_000n)], coins(10_000n, 60_000n, 50_000n));
    const size = sizeWith(2, { outputs: outputsOf([{ to: payee }], network), hasChange: true });
    if (!chosen.ok) throw new Error('There was enough.');
    expect(amountsOf(chosen.value.inputs)).toEqual([60_000n, 50_000n]);
    expect(chosen.value).toMatchObject({ fee: size, change: { path: hot, amount: 40_000n - size } });
  });

  it('gives no change that would be dust or cost more than it is worth', () => {
    const size = sizeWith(1, { outputs: outputsOf([{ to: payee }], network) });
    const chosen = select([pay(50_000n - size - 300n)], coins(50_000n));
    expect(chosen).toMatchObject({ ok: true, value: { fee: size + 300n } });
    expect(chosen.ok && chosen.value.change).toBeUndefined();
    const dear = select([pay(30_000n)], coins(50_000n), 100_000n);
    // 14,000 for one input and two outputs would leave 5,600: less than it costs to spend that.
    expect(dear.ok && dear.value.change).toBeUndefined();
  });

  it('leaves alone what costs more than it brings, and says what is missing', () => {
    const size = sizeWith(1, { outputs: outputsOf([{ to: payee }], network) });
    expect(select([pay(900n)], [...coins(68n), ...[coin(67n, 1)]])).toMatchObject({ ok: false });
    expect(select([pay(50_000n)], coins(40_000n, 68n))).toEqual({
      ok: false,
      failure: { why: 'not_enough', missing: 10_000n + size },
    });
    expect(select([pay(50_000n)], [])).toMatchObject({ ok: false, failure: { why: 'not_enough' } });
  });

  it('names the payments that no node would pass on', () => {
    expect(select([pay(600n), pay(545n), pay(329n, kinds[4])], coins(50_000n))).toEqual({
      ok: false,
      failure: { why: 'dust', payments: [1, 2] },
    });
  });

  it('takes small ones along while fees are low, and not when they are high', () => {
    const available = coins(90_000n, 1_000n, 2_000n, 3_000n);
    const taken = (feeRate: bigint) => {
      const consolidation = { feeRateMax: 2_000n, inputsMax: 2 };
      const asked = { payments: [pay(50_000n)], available, changePath: hot };
      const chosen = selectInputs(asked, { network, feeRate, consolidation });
      return chosen.ok && amountsOf(chosen.value.inputs);
    };
    expect(taken(2_000n)).toEqual([90_000n, 2_000n, 1_000n]);
    expect(taken(2_001n)).toEqual([90_000n]);
  });

  it('adds up for every amount and rate, and pays at least the rate and little more', () => {
    for (let at = 1; at < 400; at += 1) {
      const feeRate = BigInt(1_000 + 37 * at);
      const payments = [pay(BigInt(1_000 + 211 * at)), pay(BigInt(700 + at), kinds[at % 5])];
      const chosen = select(payments, coins(40_000n, 30_000n, 20_000n, 15_000n, 9_000n, 5_000n), feeRate);
      if (!chosen.ok) continue;
      const { inputs, change, fee } = chosen.value;
      const total = amountsOf(inputs).reduce((sum, amount) => sum + amount, 0n);
      const paid = payments.reduce((sum, { amount }) => sum + amount, change?.amount ?? 0n);
      expect(total - paid).toBe(fee);
      const size = sizeWith(inputs.length, { outputs: outputsOf(payments, network), hasChange: !!change });
      expect(fee).toBeGreaterThanOrEqual(feeAt(feeRate, size));
      expect(fee - feeAt(feeRate, size)).toBeLessThanOrEqual(change ? 0n : feeAt(feeRate, 99n) + 294n);
    }
  });
});

describe('gathering small outputs', () => {
  const gather = (available: BitcoinInput[], feeRate = 1_000n) =>
    consolidate(
      { available, to: { address: kinds[2] ?? '', path: hot }, coin: 'BTC', inputsMin: 3, inputsMax: 4 },
      { network, feeRate },
    );

  it('takes the smallest that are worth it, in one output of ours', () => {
    const plan = gather(coins(50n, 9_000n, 8_000n, 7_000n, 6_000n, 5_000n));
    expect(plan && amountsOf(plan.terms.inputs)).toEqual([8_000n, 7_000n, 6_000n, 5_000n]);
    expect(plan?.payment).toEqual({
      ...{ to: kinds[2], coin: 'BTC', own: hot },
      amount: 26_000n - (plan?.terms.fee ?? 0n),
    });
  });

  it('does nothing for a few, or when fees are high', () => {
    expect(gather(coins(9_000n, 8_000n))).toBeUndefined();
    expect(gather(coins(9_000n, 8_000n, 7_000n), 200_000n)).toBeUndefined();
  });
});

describe('a bump', () => {
  const payments = [pay(50_000n)];
  const outputs = outputsOf(payments, network);
  const stuck: BitcoinTerms = {
    family: 'bitcoin',
    inputs: coins(60_000n),
    change: { path: hot, amount: 9_700n },
    fee: 300n,
  };
  const bump = (feeRate: bigint, part: { available?: BitcoinInput[]; feesWaiting?: bigint } = {}) =>
    bumpBitcoin(
      { payments, terms: stuck, available: [], changePath: hot, ...part },
      { network, feeRate, feeRateMax: 100_000n, relayRate: 1_000n },
    );

  it('takes what it pays more from the change, and nothing else changes', () => {
    const fee = feeAt(20_000n, sizeWith(1, { outputs, hasChange: true }));
    expect(bump(20_000n)).toEqual({ ...stuck, fee, change: { path: hot, amount: 10_000n - fee } });
  });

  it('pays at least all that it throws out and its own way', () => {
    const size = sizeWith(1, { outputs, hasChange: true });
    expect(bump(1_000n)?.fee).toBe(300n + size);
    expect(bump(1_000n, { feesWaiting: 4_000n })?.fee).toBe(4_000n + size);
  });

  it('gives up the change, then takes further outputs, and keeps the first', () => {
    const without = bump(69_000n);
    expect(without).toEqual({ family: 'bitcoin', inputs: stuck.inputs, fee: 10_000n });
    const more = bump(95_000n, { available: [...stuck.inputs, coin(40_000n, 7)] });
    expect(more && amountsOf(more.inputs)).toEqual([60_000n, 40_000n]);
    expect(more?.fee).toBe(feeAt(95_000n, sizeWith(2, { outputs, hasChange: true })));
  });

  it('is none above the ceiling or without money', () => {
    expect(
      bump(100_001n, { available: coins(1_000_000n).map((each) => ({ ...each, output: 9 })) }),
    ).toBeUndefined();
    expect(bump(95_000n)).toBeUndefined();
  });
});

it('calls nothing refused for good that may still be mined', () => {
  const why = (message: string, code = -26) => whyRefused({ code, message });
  expect(why('', -27)).toBe('known');
  expect(why('TX decode failed', -22)).toBe('hopeless');
  expect(why('bad-txns-in-belowout, value in (1) < value out (2)')).toBe('hopeless');
  expect(
    why('mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false)'),
  ).toBe('hopeless');
  expect(why('bad-txns-inputs-missingorspent', -25)).toBe('missing_inputs');
  for (const message of [
    'min relay fee not met, 0 < 141',
    'mempool min fee not met',
    'insufficient fee, rejecting replacement',
    'txn-mempool-conflict',
    'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 3',
    'non-mandatory-script-verify-flag (Data push larger than necessary)',
    'too-long-mempool-chain',
    'dust',
    'words that nobody knows',
  ])
    expect(why(message)).toBe('perhaps_later');
});
