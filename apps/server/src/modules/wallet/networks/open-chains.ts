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
  readonly #evm: Opened<EvmChain> = new Map();
  readonly #tron: Opened<TronChain> = new Map();
  readonly #bitcoin: Opened<BitcoinChain> = new Map();

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
    return reopened(this.#evm, network, evmChain);
  }

  /** The same for Tron. */
  tron(network: Network): TronChain {
    return reopened(this.#tron, network, tronChain);
  }

  /** The same for the Bitcoin family. */
  bitcoin(network: Network): BitcoinChain {
    return reopened(this.#bitcoin, network, bitcoinChain);
  }
}

type Opened<Kind> = Map<string, { readonly row: string; readonly chain: Kind }>;

function reopened<Kind>(opened: Opened<Kind>, network: Network, open: (network: Network) => Kind): Kind {
  const { code, parameters, confirmations } = network;
  const row = JSON.stringify([parameters, confirmations]);
  const known = opened.get(code);
  if (known?.row === row) return known.chain;
  const chain = open(network);
  opened.set(code, { row, chain });
  return chain;
}

function evmChain(network: Network): EvmChain {
  const { chainId, nodes } = readEvmParameters(network);
  return new EvmChain({ urls: nodes, chainId, confirmations: network.confirmations });
}

function tronChain(network: Network): TronChain {
  const { nodes, firstBlock } = readTronParameters(network);
  return new TronChain({ nodes, firstBlock });
}

function bitcoinChain(network: Network): BitcoinChain {
  const { node, chain, fees } = readBitcoinParameters(network);
  return new BitcoinChain({
    ...{ url: node, coin: bitcoinCoinOf(network), chain, confirmations: network.confirmations },
    // What is too little to come back as change is paid on top of the ceiling.
    feeRateMax: fees.ceiling * 10n,
  });
}

/** The chain of a network as somebody has just described it, of which nothing is kept. Undefined for one of a demo, which has no node. */
export function describedChain(network: Network): Chain | undefined {
  if (network.family === 'evm') return evmChain(network);
  if (network.family === 'tron') return tronChain(network);
  return network.family === 'bitcoin' ? bitcoinChain(network) : undefined;
}

export const chainsOf = defineService(
  'chains',
  (platform: Pick<Platform, 'database' | 'runtime'>) => new Chains(platform),
);
