import { secp256k1 } from '@noble/curves/secp256k1.js';
import { evmAddresses } from '#addresses/evm.ts';
import { EvmChain } from '#evm/evm-chain.ts';
import { transferData } from '#evm/evm-transaction.ts';
import type { ChainBlock, ChainTransfer } from '#port.ts';
import type { EvmTerms } from '#signing.ts';
import { HardhatNode, hardhatChainId } from './hardhat-node.ts';
import tokens from './tokens.json' with { type: 'json' };

export { hardhatChainId };

const addresses = evmAddresses();
/** The first four bytes of the hashes of `transferMany(address[],uint256)`, `give(address)` and `pay(address)`. */
const selectors = { transferMany: '0a8e30d9', give: 'bdf86a66', pay: '0c11dedd' };

/** A real node with the contracts of `tokens.sol`, and an adapter on it. */
export async function startTestBed(confirmations: number) {
  const node = await HardhatNode.start();
  const chain = new EvmChain({ urls: [node.url], chainId: hardhatChainId, confirmations });
  const deploy = async (name: keyof typeof tokens) =>
    addresses.normalize(await node.deploy(tokens[name])) ?? '';
  const contracts = {
    plain: await deploy('PlainToken'),
    counterfeit: await deploy('PlainToken'),
    false: await deploy('FalseToken'),
    fee: await deploy('FeeToken'),
    phantom: await deploy('PhantomToken'),
    collectible: await deploy('Collectible'),
    till: await deploy('Till'),
  };
  let accounts = 0;
  return {
    node,
    chain,
    contracts,
    newAccount() {
      accounts += 1;
      const secretKey = new Uint8Array(32).fill(9);
      new DataView(secretKey.buffer).setUint32(0, accounts);
      return { secretKey, address: addresses.fromPublicKey(secp256k1.getPublicKey(secretKey, true)) };
    },
    /** Transactions in a block of their own, in which one that fails is no error of whoever sent it. */
    async inOneBlock(...sends: (() => Promise<string>)[]): Promise<string[]> {
      await node.ask('evm_setAutomine', false);
      const ids: string[] = [];
      for (const send of sends) ids.push(await send());
      await node.mine();
      await node.ask('evm_setAutomine', true);
      return ids;
    },
    async lastBlock(): Promise<ChainBlock> {
      const block = await chain.block((await chain.tip()).height);
      if (!block) throw new Error('There is no last block.');
      return block;
    },
    payToken: (contract: string, to: string, amount: bigint) =>
      node.pay(contract, 0n, transferData({ to, amount })),
    payTokenToMany: (to: readonly string[], amount: bigint) =>
      node.pay(contracts.plain, 0n, transferManyData(to, amount)),
    giveCollectible: (to: string) => node.pay(contracts.collectible, 0n, `0x${selectors.give}${wordOf(to)}`),
    /** From inside a contract. */
    payInside: (to: string, amount: bigint) =>
      node.pay(contracts.till, amount, `0x${selectors.pay}${wordOf(to)}`),
  };
}

export type TestBed = Awaited<ReturnType<typeof startTestBed>>;

export const termsFor = (nonce: number): EvmTerms => ({
  family: 'evm',
  from: { branch: 1, index: 0 },
  nonce,
  chainId: hardhatChainId,
  gas: 100_000n,
  maxFeePerGas: 20n * 10n ** 9n,
  maxPriorityFeePerGas: 10n ** 9n,
});

export function transferOf(part: Partial<ChainTransfer>): ChainTransfer {
  const nothing = { transactionId: '', index: 0, to: '', memo: undefined, contract: undefined, amount: 0n };
  return { ...nothing, ...part };
}

function transferManyData(to: readonly string[], amount: bigint): string {
  const head = [64n, amount, BigInt(to.length)].map((value) => value.toString(16).padStart(64, '0'));
  return `0x${selectors.transferMany}${head.join('')}${to.map(wordOf).join('')}`;
}

function wordOf(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0');
}
