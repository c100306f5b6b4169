import { BitcoinChain, type Chain, EvmChain, TronChain } from '@emporion/chains';
import type { Network } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { type DevelopmentChain, openDevelopmentChain } from '../development-chain/development-chain.ts';
import { bitcoinCoinOf, readBitcoinParameters } from './bitcoin-parameters.ts';
import { readEvmParameters } from './evm-parameters.ts';
import { readTronParameters } from './tron-parameters.ts';

/** The chains of the networks, each opened when it is first asked for. */
class Chains {
  readonly #platform: Pick<Platform, 'database'>;
  readonly #development = new Map<string, Promise<DevelopmentChain>>();
  readonly #evm = new Map<string, { readonly row: string; readonly chain: EvmChain }>();
  readonly #tron = new Map<string, { readonly row: string; readonly chain: TronChain }>();
  readonly #bitcoin = new Map<string, { readonly row: string; readonly chain: BitcoinChain }>();

  constructor(platform: Pick<Platform, 'database'>) {
    this.#platform = platform;
  }

  /** A family without an adapter does not get past the start. */
  async of(network: Network): Promise<Chain> {
    if (network.family === 'development') return this.development(network);
    if (network.family === 'evm') return this.evm(network);
    if (network.family === 'tron') return this.tron(network);
    if (network.family === 'bitcoin') return this.bitcoin(network);
    throw new Error(`There is no adapter for the family ${network.family}.`);
  }

  development(network: Network): Promise<DevelopmentChain> {
    let chain = this.#development.get(network.code);
    if (!chain) {
      chain = openDevelopmentChain(this.#platform.database, network);
      this.#development.set(network.code, chain);
      // One that could not be begun is tried again by whoever asks next.
      chain.catch(() => this.#development.delete(network.code));
    }
    return chain;
  }

  /** Opened anew when its row says something else. */
  evm(network: Network): EvmChain {
    const { code, parameters, confirmations } = network;
    const row = JSON.stringify([parameters, confirmations]);
    const known = this.#evm.get(code);
    if (known?.row === row) return known.chain;
    const { chainId, nodes } = readEvmParameters(network);
    const chain = new EvmChain({ urls: nodes, chainId, confirmations });
    this.#evm.set(code, { row, chain });
    return chain;
  }

  /** The same for Tron. */
  tron(network: Network): TronChain {
    const { code, parameters } = network;
    const row = JSON.stringify(parameters);
    const known = this.#tron.get(code);
    if (known?.row === row) return known.chain;
    const { nodes, firstBlock } = readTronParameters(network);
    const chain = new TronChain({ nodes, firstBlock });
    this.#tron.set(code, { row, chain });
    return chain;
  }

  /** The same for the Bitcoin family. */
  bitcoin(network: Network): BitcoinChain {
    const { code, parameters, confirmations } = network;
    const row = JSON.stringify([parameters, confirmations]);
    const known = this.#bitcoin.get(code);
    if (known?.row === row) return known.chain;
    const { node, chain: ofCoin, fees } = readBitcoinParameters(network);
    const chain = new BitcoinChain({
      ...{ url: node, coin: bitcoinCoinOf(network), chain: ofCoin, confirmations },
      // What is too little to come back as change is paid on top of the ceiling.
      feeRateMax: fees.ceiling * 10n,
    });
    this.#bitcoin.set(code, { row, chain });
    return chain;
  }
}

export const chainsOf = defineService(
  'chains',
  (platform: Pick<Platform, 'database' | 'runtime'>) => new Chains(platform),
);
