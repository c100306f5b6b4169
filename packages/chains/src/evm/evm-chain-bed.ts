import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Payment } from '#signing.ts';
import { EvmChain } from './evm-chain.ts';
import { startTestBed, type TestBed } from './testing/evm-test-bed.ts';
import { hardhatChainId } from './testing/hardhat-node.ts';
import { startRpcProxy, type Tamper } from './testing/rpc-proxy.ts';

export const confirmations = 3;
export const ether = 10n ** 18n;
/** The hash of `Transfer(address,address,uint256)`. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export let bed: TestBed;
export let proxy: Awaited<ReturnType<typeof startRpcProxy>>;
/** An adapter on nodes of which the last one is behind the proxy. */
export function chainThrough(tamper: Tamper | undefined, urls: readonly string[] = []): EvmChain {
  proxy.tamper(tamper);
  const [first = proxy.url, ...others] = [...urls, proxy.url];
  return new EvmChain({ urls: [first, ...others], chainId: hardhatChainId, confirmations });
}

export async function funded(amount = ether) {
  const account = bed.newAccount();
  await bed.node.pay(account.address, amount);
  return account;
}

export const pay = (to: string, amount = 1_000n): Payment => ({ to, coin: 'ETH', amount });
export const answerTo =
  (asked: string, change: (result: never) => unknown): Tamper =>
  async ({ id, method, params }, ask) =>
    method === asked
      ? { jsonrpc: '2.0', id, result: change((await ask(method, ...params)) as never) }
      : undefined;

/** A real node, an adapter on it, and a proxy before it that can lie. */
export function useEvmNode(): void {
  beforeAll(async () => {
    bed = await startTestBed(confirmations);
    proxy = await startRpcProxy((method, ...params) => bed.node.ask(method, ...params));
  });
  afterAll(async () => {
    await proxy?.stop();
    await bed?.node.stop();
  });
  beforeEach(() => bed.node.ask('evm_setAutomine', true));
}
