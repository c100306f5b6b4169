import { Transaction } from '@scure/btc-signer';
import { bitcoinAddresses } from '#addresses/bitcoin.ts';
import { bitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import { BitcoinChain } from '#bitcoin/bitcoin-chain.ts';
import { type BitcoinNetwork, type SignedBitcoin, signBitcoin } from '#bitcoin/bitcoin-transaction.ts';
import { selectInputs } from '#bitcoin/coin-selection.ts';
import { readHash, readList } from '#bitcoin/core-values.ts';
import { AccountKeys } from '#keys/keys.ts';
import type { ChainBlock } from '#port.ts';
import type { BitcoinInput, BitcoinTerms, KeyPath, Payment } from '#signing.ts';
import { CoreNodeProcess } from './core-node-process.ts';

export { findProgram } from './core-node-process.ts';

export const hot: KeyPath = { branch: 1, index: 0 };
/** Whose new coins pay for everything. */
const miner: KeyPath = { branch: 1, index: 1_000 };
export const feeRate = 10_000n;

/**
 * A real node on a chain of 110 blocks, an adapter on it, and keys of our own. Litecoin's test chain makes no block 432 before somebody has used its private
 * side, which only a wallet can: a file of tests must stay below.
 */
export async function startTestBed({
  program,
  coin,
  confirmations,
}: {
  program: string;
  coin: BitcoinNetwork['coin'];
  confirmations: number;
}) {
  const network: BitcoinNetwork = { coin, chain: 'regtest' };
  const node = await CoreNodeProcess.start(program, [
    '-txindex=1',
    // Litecoin's nodes take no replacement unless they are told to; Bitcoin's no longer know the word.
    ...(coin === 'litecoin' ? ['-mempoolreplacement=1'] : []),
  ]);
  const keys = new AccountKeys(new Uint8Array(64).fill(7), coin);
  const format = bitcoinAddresses(coin, 'regtest');
  const options = { url: node.url, ...network, confirmations, feeRateMax: 1_000_000n };
  const chain = new BitcoinChain(options);
  const addressAt = (path: KeyPath) => format.fromPublicKey(keys.publicKey(path));
  const mine = async (blocks = 1, to = addressAt(miner)): Promise<string[]> =>
    readList(await node.rpc.call('generatetoaddress', blocks, to), 'generatetoaddress').map((hash) =>
      readHash(hash, 'hash'),
    );
  let indexes = 0;
  const bed = {
    ...{ node, chain, options, network, keys, mine, addressAt },
    scripts: bitcoinScripts(coin, 'regtest'),
    /** An address that nobody has used yet. */
    fresh(branch: KeyPath['branch'] = 0): { path: KeyPath; address: string } {
      indexes += 1;
      const path = { branch, index: indexes };
      return { path, address: addressAt(path) };
    },
    async spendable(path: KeyPath): Promise<BitcoinInput[]> {
      const unspent = await chain.unspent([addressAt(path)]);
      return unspent
        .filter(({ isImmature }) => !isImmature)
        .map(({ transactionId, output, amount }) => ({ transactionId, output, amount, path }));
    },
    sign: (payments: readonly Payment[], terms: BitcoinTerms): SignedBitcoin =>
      signBitcoin({ payments, terms }, { keys, network }),
    /** Of the miner's coins, not sent yet. */
    async paymentOf(...payments: { to: string; amount: bigint }[]): Promise<SignedBitcoin> {
      const available = await bed.spendable(miner);
      const terms = selectInputs({ payments, available, changePath: miner }, { network, feeRate });
      if (!terms.ok) throw new Error('The miner has too little.');
      return bed.sign(payments.map(paymentTo), terms.value);
    },
    /** The same, sent. */
    async pay(...payments: { to: string; amount: bigint }[]): Promise<string> {
      const { id, raw } = await bed.paymentOf(...payments);
      const { outcome } = await chain.send(raw);
      if (outcome !== 'accepted') throw new Error(`The node did not take the payment: ${outcome}`);
      return id;
    },
    /** The same to scripts, of which some have no address, signed and not sent: most nodes pass it on to nobody, and a miner may take it. */
    async paymentToScripts(...outputs: { script: Uint8Array; amount: bigint }[]): Promise<SignedBitcoin> {
      const [source] = (await bed.spendable(miner)).toSorted((a, b) => (a.amount > b.amount ? -1 : 1));
      if (!source) throw new Error('The miner has nothing.');
      const own = bed.scripts.scriptOf(addressAt(miner));
      const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
      const { transactionId: txid, output: index, amount } = source;
      transaction.addInput({ txid, index, witnessUtxo: { script: own, amount } });
      for (const each of outputs) transaction.addOutput(each);
      const given = outputs.reduce((total, each) => total + each.amount, 0n);
      transaction.addOutput({ script: own, amount: amount - given - 100_000n });
      keys.withSecretKey(miner, (secretKey) => transaction.sign(secretKey));
      transaction.finalize();
      return { id: transaction.id, raw: transaction.hex };
    },
    async lastBlock(): Promise<ChainBlock> {
      const block = await chain.block((await chain.tip()).height);
      if (!block) throw new Error('There is no last block.');
      return block;
    },
  };
  await mine(110);
  return bed;
}

export type BitcoinTestBed = Awaited<ReturnType<typeof startTestBed>>;

export function paymentTo({ to, amount }: { to: string; amount: bigint }): Payment {
  return { to, coin: 'COIN', amount };
}
