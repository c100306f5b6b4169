import { tronAddressHex } from './tron-address.ts';
import type { TronNode } from './tron-node.ts';
import { isRecord, readRecord, type TronRecord } from './tron-values.ts';

export interface ConstantCall {
  readonly contract: string;
  readonly from: string;
  /** As `transfer(address,uint256)`. */
  readonly selector: string;
  /** What it is called with, in hexadecimal. */
  readonly words: string;
}

/** What a contract would answer now, or after the newest final block, without a transaction. */
export async function callConstant(
  node: TronNode,
  at: 'wallet' | 'walletsolidity',
  { contract, from, selector, words }: ConstantCall,
): Promise<TronRecord & { readonly isOk: boolean }> {
  const found = await node.call(`${at}/triggerconstantcontract`, {
    owner_address: tronAddressHex(from),
    contract_address: tronAddressHex(contract),
    function_selector: selector,
    parameter: words,
  });
  const answer = readRecord(found, 'triggerconstantcontract');
  return { ...answer, isOk: isRecord(answer.result) && answer.result.result === true };
}
