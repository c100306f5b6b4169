import type { BlockchainDefinition } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { coinsQuery } from '#api/queries.ts';
import type { CoinState } from '#live/coin-state.ts';
import { useCoins } from '#live/use-market-data.ts';

export type Blockchains = Readonly<Record<string, z.infer<typeof BlockchainDefinition>>>;

export interface WalletCoins {
  /** Undefined until they are here. */
  readonly coins: readonly CoinState[] | undefined;
  readonly blockchains: Blockchains;
  /** By network: the address of a block explorer, to which a transaction hash is appended. */
  readonly explorers: Readonly<Record<string, string>>;
  readonly error: Error | null;
  readonly retrying: boolean;
  retry(): void;
}

/** The coins that are not hidden with what one has of them, and the networks that they move on. */
export function useWalletCoins(): WalletCoins {
  const coins = useCoins();
  const query = useQuery(coinsQuery);
  const { data, error, refetch } = query;
  return {
    coins,
    blockchains: data?.commons.blockchain_definitions ?? {},
    explorers: data?.commons.token_tx_explorers ?? {},
    error: data === undefined ? error : null,
    // Who does not ask is not drawn anew when reading begins and ends.
    get retrying() {
      return query.isFetching;
    },
    retry: () => void refetch(),
  };
}
