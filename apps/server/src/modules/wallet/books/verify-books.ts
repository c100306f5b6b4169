import { loadNetworks } from '#modules/markets/index.ts';
import { executorOn } from '#platform/database/executor-on.ts';
import { count, type VerifyPart } from '#runtime/verify/index.ts';
import { balanceOf } from '../development-chain/accept.ts';
import { stateOfTransaction } from '../development-chain/look.ts';
import { reconcile } from './reconcile.ts';

/** Coins on our addresses against custody and what is seen and not credited, for every coin of the development chains. The nodes of other chains are not asked here. */
export function booksPart(): VerifyPart {
  return {
    name: 'Coins on chains',
    run: async ({ database, exchange }) => {
      const db = executorOn(database);
      const { networks, coins } = await loadNetworks(db);
      const problems: string[] = [];
      let compared = 0;
      const development = [...networks.values()].filter(({ family }) => family === 'development');
      // Nobody in production has heard of them.
      if (development.length === 0)
        return { summary: 'left to the running server, which asks the nodes', problems };
      for (const network of development) {
        const lines = await reconcile(
          {
            db,
            read: async (look) => look(exchange),
            chain: {
              balance: (addresses, asset) => balanceOf(db, { network: network.code, addresses, ...asset }),
              stateOf: (id) => stateOfTransaction(db, { code: network.code, id }),
            },
          },
          { network, coins },
        );
        compared += lines.length;
        for (const { coin, height, onChain, custody, open, difference, decimals } of lines)
          if (difference !== 0n)
            problems.push(
              `${coin} on ${network.code} at block ${height}: ${onChain} on our addresses, ${custody} in custody, ${open} not credited: ${difference} too many, in units of 10^-${decimals}.`,
            );
      }
      return { summary: `${count(compared, 'coin')} on development chains`, problems };
    },
  };
}
