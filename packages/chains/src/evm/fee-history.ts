import type { EvmFeeHistory } from './evm-fees.ts';
import { type EvmNode, RpcError } from './evm-node.ts';
import { readQuantity, readRpcList, readRpcRecord, toQuantity } from './rpc-values.ts';

const blocks = 10;
const percentile = 50;

/** Undefined when the node cannot tell. On a quiet chain nobody paid a tip, and the node is asked what it thinks. */
export async function readFeeHistory(node: EvmNode): Promise<EvmFeeHistory | undefined> {
  try {
    const answer = await node.call('eth_feeHistory', [toQuantity(blocks), 'latest', [percentile]]);
    const history = readRpcRecord(answer, 'eth_feeHistory');
    const next = readRpcList(history.baseFeePerGas, 'baseFeePerGas').at(-1);
    const rewards = readRpcList(history.reward ?? [], 'reward').map((reward) =>
      readQuantity(readRpcList(reward, 'reward')[0], 'reward'),
    );
    const nextBaseFee = readQuantity(next, 'baseFeePerGas');
    if (rewards.some((reward) => reward > 0n)) return { nextBaseFee, rewards };
    return { nextBaseFee, rewards: await suggestedTip(node) };
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

async function suggestedTip(node: EvmNode): Promise<bigint[]> {
  try {
    return [readQuantity(await node.call('eth_maxPriorityFeePerGas', []), 'eth_maxPriorityFeePerGas')];
  } catch (error) {
    if (error instanceof RpcError) return [];
    throw error;
  }
}
