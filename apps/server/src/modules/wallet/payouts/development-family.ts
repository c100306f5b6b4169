import { developmentPaymentsMax } from '@emporion/chains';
import { mulDivUp } from '@emporion/kernel';
import type { Network } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { developmentFeeMin } from '../development-chain/accept.ts';
import { chainsOf } from '../networks/open-chains.ts';
import type { AccountChain } from './account-family.ts';

/** Nothing is ever offered above it. */
const feeMax = 2n * developmentFeeMin;

export async function developmentAccounts(platform: Platform, network: Network): Promise<AccountChain> {
  const chain = await chainsOf(platform).development(network);
  return {
    ...{ chain, paymentsMax: developmentPaymentsMax },
    nonceOf: (address) => chain.nonceOf(address),
    termsOf: async ({ from }) => ({
      ...{ family: 'development', from: from.path, nonce: 0, fee: developmentFeeMin },
    }),
    dearer: async (terms) => {
      if (terms.family !== 'development') return undefined;
      const fee = mulDivUp(terms.fee, { by: 9n, per: 8n });
      return fee > feeMax ? undefined : { ...terms, fee };
    },
  };
}
