import type { BitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import type { BlockHeader, ChainTransfer } from '#port.ts';
import { isRecord, readAmount, readBytes, readCount, readHash, readList, readRecord } from './core-values.ts';

/** An output of a transaction, by name. */
export interface Outpoint {
  readonly transactionId: string;
  readonly output: number;
}

export interface CoreInput extends Outpoint {
  /** The script of what it spends, where the node tells: newer ones do. */
  readonly script: Uint8Array | undefined;
}

export interface CoreOutput {
  readonly index: number;
  readonly amount: bigint;
  readonly script: Uint8Array;
}

export interface CoreTransaction {
  readonly id: string;
  /** The first of a block, which makes new coins. It can be spent 100 blocks later, and spends nothing. */
  readonly isCoinbase: boolean;
  readonly inputs: readonly CoreInput[];
  readonly outputs: readonly CoreOutput[];
  /** Of the block that has it; undefined while it waits. A block that is no longer part of the chain has no confirmations. */
  readonly block: { readonly hash: string; readonly confirmations: number } | undefined;
}

/** So many blocks, its own included, must there be before new coins can be spent in the next one. */
export const coinbaseMaturity = 100;

export function readHeader(value: unknown): BlockHeader {
  const { height, hash, previousblockhash, time } = readRecord(value, 'block');
  return {
    height: readCount(height, 'height'),
    hash: readHash(hash, 'hash'),
    parentHash:
      previousblockhash === undefined ? undefined : readHash(previousblockhash, 'previousblockhash'),
    time: readCount(time, 'time') * 1_000,
  };
}

export function readBlockTransactions(value: unknown): CoreTransaction[] {
  return readList(readRecord(value, 'block').tx, 'tx').map(readTransaction);
}

export function readTransaction(value: unknown): CoreTransaction {
  const { txid, vin, vout, blockhash, confirmations } = readRecord(value, 'transaction');
  const inputs = readList(vin, 'vin').map((input) => readRecord(input, 'vin'));
  const isCoinbase = inputs.some(({ coinbase }) => coinbase !== undefined);
  return {
    id: readHash(txid, 'txid'),
    isCoinbase,
    inputs: isCoinbase ? [] : inputs.flatMap(readInput),
    outputs: readList(vout, 'vout').flatMap(readOutput),
    block:
      blockhash === undefined
        ? undefined
        : {
            hash: readHash(blockhash, 'blockhash'),
            confirmations: readCount(confirmations, 'confirmations'),
          },
  };
}

/** What a transaction gives to addresses. Outputs of other kinds, and those of nothing, give nobody anything. */
export function transfersIn(
  { id, outputs }: CoreTransaction,
  scripts: Pick<BitcoinScripts, 'addressOf'>,
): ChainTransfer[] {
  return outputs.flatMap(({ index, amount, script }) => {
    const to = amount > 0n ? scripts.addressOf(script) : undefined;
    if (to === undefined) return [];
    return { transactionId: id, index, to, memo: undefined, contract: undefined, amount };
  });
}

/** Waiting transactions of Litecoin may have inputs and outputs on its private side, which name no amount and no script; nothing of ours is among them. */
function readInput({ txid, vout, prevout, ismweb }: Record<string, unknown>): CoreInput[] {
  if (ismweb === true) return [];
  const script = isRecord(prevout) ? readScript(prevout.scriptPubKey) : undefined;
  return [{ transactionId: readHash(txid, 'vin.txid'), output: readCount(vout, 'vin.vout'), script }];
}

function readOutput(value: unknown): CoreOutput[] {
  const { n, value: amount, scriptPubKey, ismweb } = readRecord(value, 'vout');
  if (ismweb === true) return [];
  return [
    {
      index: readCount(n, 'vout.n'),
      amount: readAmount(amount, 'vout.value'),
      script: readScript(scriptPubKey),
    },
  ];
}

function readScript(value: unknown): Uint8Array {
  return readBytes(readRecord(value, 'scriptPubKey').hex, 'scriptPubKey.hex');
}
