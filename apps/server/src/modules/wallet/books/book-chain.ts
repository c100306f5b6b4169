import type { Network } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { outputBalance } from '../outputs/output-balance.ts';
import type { BookSources } from './reconcile.ts';

/** Who is asked what lies on our addresses. A node of the Bitcoin family has no list by address: it is asked for each output of ours instead. */
export async function bookChainOf(platform: Platform, network: Network): Promise<BookSources['chain']> {
  if (network.family !== 'bitcoin') return chainsOf(platform).of(network);
  const chain = chainsOf(platform).bitcoin(network);
  return outputBalance(platform.database.kysely, { network: network.code, chain });
}
