import type { Chain } from '@emporion/chains';
import type { Network, Networks } from '#modules/markets/index.ts';
import type { Database } from '#platform/database/database.ts';
import type { PinnedKey } from '../signer/pinned-keys.ts';
import type { WatchedAddresses } from './watched-addresses.ts';

/** What watching one network needs. */
export interface WatchParts {
  readonly database: Pick<Database, 'kysely'>;
  readonly network: Network;
  readonly key: PinnedKey;
  readonly chain: Chain;
  readonly addresses: WatchedAddresses;
  readonly readNetworks: () => Promise<Networks>;
}

export function matchingOf({ network, key, addresses }: WatchParts) {
  const { account, coldAddress } = key;
  const hasChange = network.family === 'bitcoin';
  return { network: network.code, account, coldAddress, hasChange, table: addresses.table };
}
