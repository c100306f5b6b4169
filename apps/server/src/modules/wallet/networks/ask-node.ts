import type { Network } from '#modules/markets/index.ts';
import { describedChain } from './open-chains.ts';

/** A node or a signer that has not answered by then counts as away for whoever looks. */
const patienceMs = 3_000;

/** What came of it, or the words in which it failed. */
export async function patiently<Value>(work: Promise<Value>): Promise<Value | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('It did not answer in time.'), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    return error instanceof Error ? error.message : 'It cannot be asked.';
  } finally {
    clearTimeout(timer);
  }
}

export interface NodeAnswer {
  readonly height: number | null;
  readonly time: string | null;
  /** Why it could not be asked. */
  readonly problem: string | null;
  /** How finely the chain counts the coin; `none` where it knows no such token, null where it cannot tell. */
  readonly decimals: number | 'none' | null;
}

/** How finely the chains count their own coins. */
const ownDecimals = { development: null, bitcoin: 8, evm: 18, tron: 6 } as const;

/** Asks the nodes of a network, listed or only described, for the newest block and for the decimals of a token. A node of another chain counts as one that cannot be asked. */
export async function askNode(network: Network, contract: string | null): Promise<NodeAnswer> {
  const own = contract === null ? ownDecimals[network.family] : null;
  const chain = describedChain(network);
  if (!chain) return { height: null, time: null, problem: null, decimals: own };
  const asked = await patiently(
    (async () => {
      const [tip, found] = await Promise.all([
        chain.tip(),
        contract === null ? own : chain.tokenDecimals?.(contract),
      ]);
      return { tip, decimals: found ?? ('none' as const) };
    })(),
  );
  if (typeof asked === 'string') return { height: null, time: null, problem: asked, decimals: own };
  const { tip, decimals } = asked;
  return { height: tip.height, time: new Date(tip.time).toISOString(), problem: null, decimals };
}
