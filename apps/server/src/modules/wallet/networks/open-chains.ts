import { type Chain, EvmChain, TronChain } from '@emporion/chains';
import type { Network } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { type DevelopmentChain, openDevelopmentChain } from '../development-chain/development-chain.ts';
import { readEvmParameters } from './evm-parameters.ts';
import { readTronParameters } from './tron-parameters.ts';

/** The chains of the networks, each opened when it is first asked for. */
class Chains {
  readonly #platform: Pick<Platform, 'database'>;
  readonly #development = new Map<string, Promise<DevelopmentChain>>();
  readonly #evm = new Map<string, { readonly row: string; readonly chain: EvmChain }>();
  readonly #tron = new Map<string, { readonly row: string; readonly chain: TronChain }>();

  constructor(platform: Pick<Platform, 'database'>) {
    this.#platform = platform;
  }

  /** A family without an adapter does not get past the start. */
  async of(network: Network): Promise<Chain> {
    if (network.family === 'development') return this.development(network);
    if (network.family === 'evm') return this.evm(network);
    if (network.family === 'tron') return this.tron(network);
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

  /** As above. */
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
}

export const chainsOf = defineService(
  'chains',
  (platform: Pick<Platform, 'database' | 'runtime'>) => new Chains(platform),
);
