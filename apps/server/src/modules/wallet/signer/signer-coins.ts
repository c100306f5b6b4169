import type { ChainAnswer } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';
import { signerWatch } from './signer-watch.ts';

export interface CoinAtSigner {
  readonly coin: string;
  readonly network: string;
  readonly contract: string | null;
  /** How finely the chain counts it; null where that is not known yet. */
  readonly decimals: number | null;
}

type Told = Pick<ChainAnswer, 'signer' | 'signer_lines'>;

/** Whether the signer's file has a coin on a network under its contract, and the lines to add where it has not. */
export function signerOfCoin(platform: Pick<Platform, 'runtime'>, coin: CoinAtSigner): Told {
  const { coins } = signerWatch(platform);
  if (coins === undefined) return { signer: 'unknown', signer_lines: null };
  const known = coins[coin.network]?.[coin.coin];
  return known && (known.contract ?? null) === coin.contract
    ? { signer: 'pays', signer_lines: null }
    : { signer: 'lacks', signer_lines: linesFor(coin) };
}

/** One whole coin a day, in smallest units: a number of the right size that the operator raises. */
function linesFor({ coin, contract, decimals }: CoinAtSigner): string {
  const dayMax = decimals === null ? '…' : `1${'0'.repeat(decimals)}`;
  return `${JSON.stringify(coin)}: ${JSON.stringify({ ...(contract !== null && { contract }), dayMax })}`;
}

/** The sentence that tells an operator which coin the signer lacks. */
export function lackOf({ coin, network }: Pick<CoinAtSigner, 'coin' | 'network'>, lines: string): string {
  return `signer.json lacks ${coin}, so nothing of it is paid out. Add ${lines} to "coins" of "${network}", with what may leave in 24 hours as dayMax, in the smallest units of the chain (here 1 ${coin}), and restart the signer. Then switch deposits on.`;
}

/** After a listing: the signer of a demo, whose file is written by this server, gets the new coin. */
export function renewOwnSigner(platform: Pick<Platform, 'runtime'>): void {
  signerWatch(platform).renew?.();
}
