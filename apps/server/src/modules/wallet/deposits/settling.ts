import type { Network, Networks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';

/** What settling the deposits of a network needs. */
export interface Settling {
  readonly platform: Platform;
  readonly network: Network;
  readonly networks: Networks;
  /** How far the chain is written down. */
  readonly height: number;
  /** Above this the chain itself calls nothing final, however deep it lies; undefined where only confirmations tell. */
  readonly finalByChain: number | undefined;
  /** Told of users whose deposits changed, after it is committed. */
  readonly onChanged: (userIds: Iterable<string>) => void;
}

/** The newest block whose deposits of a coin are final. One block is one confirmation. */
export function finalHeight(
  {
    network,
    networks,
    height,
    finalByChain = height,
  }: Pick<Settling, 'network' | 'networks' | 'height' | 'finalByChain'>,
  coin: string | null,
): number {
  const listed = networks.coins.find((each) => each.network === network.code && each.coin === coin);
  return Math.min(height + 1 - Math.max(1, listed?.confirmations ?? network.confirmations), finalByChain);
}
